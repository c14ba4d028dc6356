"use strict";
// Films are stepped through, the tree is zoomed, and questions are answered. Without this script all of it is there to be read.
(() => {
  const films = [...document.querySelectorAll(".film")];

  for (const film of films) {
    const steps = [...film.querySelectorAll(".step")];
    const [back, on] = film.querySelectorAll(".controls button");
    const output = film.querySelector("output");
    let now = 0;
    film.show = (step) => {
      if (step < 0 || step >= steps.length) return false;
      steps[now].classList.remove("now");
      now = step;
      steps[now].classList.add("now");
      output.textContent = `Step ${now + 1} of ${steps.length}`;
      back.disabled = now === 0;
      on.disabled = now === steps.length - 1;
      return true;
    };
    film.step = (key) =>
      film.show({ ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: steps.length - 1 }[key]);
    back.addEventListener("click", () => film.step("ArrowLeft"));
    on.addEventListener("click", () => film.step("ArrowRight"));
    film.classList.add("runs");
    film.show(0);
  }

  // The film that has the focus, or else the one nearest to the middle of the window.
  const nearest = () => {
    const focused = document.activeElement.closest?.(".film");
    if (focused) return focused;
    const middle = innerHeight / 2;
    const distance = (film) => {
      const { top, bottom } = film.getBoundingClientRect();
      return top <= middle && bottom >= middle ? 0 : Math.min(Math.abs(top - middle), Math.abs(bottom - middle));
    };
    const seen = films.filter((film) => film.getClientRects().length);
    return seen.sort((a, b) => distance(a) - distance(b))[0];
  };
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.(".tree-part")) return;
    if (!["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) return;
    // Home and End scroll, unless a film has the focus.
    if (event.key.length < 5 && !document.activeElement.closest?.(".film")) return;
    const film = nearest();
    if (!film) return;
    event.preventDefault();
    const direction = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    // In a frame of slides, the slides go on where the film ends.
    if (!film.step(event.key) && direction && parent !== window) {
      parent.postMessage(JSON.stringify({ method: direction }), "*");
    }
  });

  const tree = document.querySelector(".tree");
  if (tree) {
    const bars = JSON.parse(document.getElementById("bars").textContent);
    const rects = [...tree.querySelectorAll("rect")];
    const place = rects.map((rect) => ["x", "y", "width", "height"].map((name) => Number(rect.getAttribute(name))));
    const children = bars.map(() => []);
    bars.forEach(([, , , , , parent], bar) => parent >= 0 && children[parent].push(bar));
    const [, , width, height] = tree.getAttribute("viewBox").split(" ").map(Number);
    const words = document.querySelector(".tree-words");
    let now = 0;
    const select = (bar) => {
      if (bar === undefined || bar < 0) return;
      rects[now].classList.remove("now");
      now = bar;
      rects[now].classList.add("now");
      rects[now].parentNode.append(rects[now]);
      const [node, depth, nodes, fragments, plane] = bars[now];
      words.textContent =
        `Node ${node} at depth ${depth}: ${plane}. In it and below it ${nodes} nodes with ${fragments} fragments.`;
    };
    const zoom = (bar) => {
      const [x, y, w] = bar < 0 ? [0, 0, width] : place[bar];
      tree.setAttribute("viewBox", `${x} ${y} ${w} ${Math.max(height - y, 1)}`);
    };
    rects.forEach((rect, bar) => {
      rect.addEventListener("mousemove", () => select(bar));
      rect.addEventListener("click", () => zoom(tree.zoomed === bar ? (tree.zoomed = -1) : (tree.zoomed = bar)));
    });
    const part = tree.closest("section");
    part.addEventListener("keydown", (event) => {
      const parent = bars[now][5];
      const row = children[parent] ?? [];
      const beside = (by) => row[row.indexOf(now) + by];
      const act = {
        ArrowDown: () => select(children[now][0]),
        ArrowUp: () => select(parent),
        ArrowLeft: () => select(beside(-1)),
        ArrowRight: () => select(beside(1)),
        Enter: () => zoom((tree.zoomed = now)),
        Escape: () => zoom((tree.zoomed = -1)),
      }[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    });
    select(0);
  }

  for (const question of document.querySelectorAll(".questions > li[data-right]")) {
    const answer = document.getElementById(question.dataset.answer);
    const tell = (is_right) => {
      question.querySelector(".verdict")?.remove();
      const verdict = document.createElement("p");
      verdict.className = "verdict";
      verdict.setAttribute("role", "status");
      verdict.textContent = `${is_right ? "Right." : "No."} ${answer.textContent}`;
      question.append(verdict);
    };
    question.querySelectorAll(".choices > li").forEach((choice, place) => {
      const button = document.createElement("button");
      button.textContent = choice.textContent;
      button.addEventListener("click", () => tell(place === Number(question.dataset.right)));
      choice.replaceChildren(button);
    });
  }

  // One part alone, for slides.
  const alone = () => {
    const id = /^#only=(.+)$/.exec(location.hash)?.[1];
    const part = id && document.getElementById(id);
    document.querySelectorAll(".shown").forEach((shown) => shown.classList.remove("shown"));
    document.body.classList.toggle("alone", Boolean(part));
    if (part) {
      part.classList.add("shown");
      document.querySelector("svg.shared")?.classList.add("shown");
      part.focus();
    }
  };
  addEventListener("hashchange", alone);
  alone();
})();
