"use strict";
// Steps through the films, zooms the tree and checks the answers. Without this script, the page shows all steps and
// answers as static content.
(() => {
  const made = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const counted = (number) => number.toLocaleString("en");
  // Texts in the language of the page. `#name` is a placeholder for a value.
  const texts = JSON.parse(document.getElementById("texts").textContent);
  const filled = (text, values) => text.replace(/#(\w+)/g, (_, name) => values[name]);

  // --- Films ------------------------------------------------------------------------------------------------------

  const SECONDS = 2;

  const start = (film) => {
    const steps = [...film.querySelectorAll(".step")];
    const last = steps.length - 1;
    const back = made("button", { type: "button" }, texts.back);
    const next = made("button", { type: "button" }, texts.next);
    const play = made("button", { type: "button" }, texts.play);
    const bar = made("input", { type: "range", min: 0, max: last, value: 0, "aria-label": texts.step });
    const output = made("output");
    film.append(made("div", { class: "controls" }, back, next, play, bar, output));
    let now = 0;
    let timer = 0;

    const stop = () => {
      clearInterval(timer);
      timer = 0;
      play.textContent = texts.play;
    };
    // Shows a step. Returns whether it exists.
    const show = (step) => {
      if (step < 0 || step > last) return false;
      steps[now].classList.remove("now");
      now = step;
      steps[now].classList.add("now");
      output.textContent = steps[now].querySelector(".number").textContent;
      bar.value = now;
      bar.setAttribute("aria-valuetext", output.textContent);
      back.disabled = now === 0;
      next.disabled = now === last;
      return true;
    };
    const go = (step) => {
      stop();
      return show(step);
    };
    const toggle = () => {
      if (timer) return stop();
      show(now === last ? 0 : now + 1);
      play.textContent = texts.pause;
      timer = setInterval(() => show(now + 1) || stop(), SECONDS * 1000);
    };
    // A disabled button loses the focus, so the film would no longer receive keys.
    const keep = (act) => () => {
      act();
      if (document.activeElement === document.body || document.activeElement?.disabled) film.focus();
    };
    back.addEventListener("click", keep(() => go(now - 1)));
    next.addEventListener("click", keep(() => go(now + 1)));
    play.addEventListener("click", toggle);
    bar.addEventListener("input", () => go(Number(bar.value)));
    for (const step of steps) step.querySelector(".words").setAttribute("aria-live", "polite");

    // Returns whether the film handled the key, or "prev" or "next" if the step is before the first or after the last
    // one.
    film.takes = (key, target) => {
      const on_button = target.tagName === "BUTTON";
      switch (key) {
        case "ArrowLeft":
          return go(now - 1) || "prev";
        case "ArrowRight":
          return go(now + 1) || "next";
        case "Home":
          return go(0);
        case "End":
          return go(last);
        case "Enter":
          return !on_button && (go(now + 1) || true);
        case " ":
          return !on_button && (toggle(), true);
        case "Escape":
          stop();
          document.activeElement.blur();
          parent.focus();
          return true;
        default:
          return false;
      }
    };
    film.classList.add("runs");
    show(0);
  };
  document.querySelectorAll(".film").forEach(start);

  // --- Keys -------------------------------------------------------------------------------------------------------

  // In a frame, forward unused keys to the surrounding slides, using the messages of reveal.js.
  const in_frame = parent !== window;
  const tell_slides = (method, ...args) => in_frame && parent.postMessage(JSON.stringify({ method, args }), "*");
  const SIDEWAYS = ["ArrowLeft", "ArrowRight"];
  const OWN = ["Tab", "Shift", "Enter"];

  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = event.target.closest ? event.target : document.body;
    const taken = target.closest(".film, .tree")?.takes(event.key, target) ?? false;
    if (taken) {
      event.preventDefault();
      if (typeof taken === "string" && in_frame) {
        // At the end of the film, the slides continue and receive all further keys.
        document.activeElement.blur();
        parent.focus();
        tell_slides(taken);
      }
      return;
    }
    if (!in_frame || OWN.includes(event.key) || target.closest("input") || (event.key === " " && target.closest("button"))) return;
    // In a frame that shows the whole page, the other keys scroll the page.
    if (document.body.classList.contains("alone") || SIDEWAYS.includes(event.key)) {
      event.preventDefault();
      tell_slides("triggerKey", event.keyCode);
    }
  });

  // --- The tree ---------------------------------------------------------------------------------------------------

  // Nodes in depth-first order with their positions, as fractions of the root's width.
  const read = ({ children, own, narrow, plane, planes }) => {
    const nodes = [...children].map((digit, node) => {
      const both = [Math.floor(digit / 3), digit % 3];
      return { both, own: own[node], plane: planes[plane[node]], parent: -1, branch: 0, depth: 0, kids: [], beside: [] };
    });
    let beside = 0;
    const waiting = [];
    nodes.forEach((node, number) => {
      const above = waiting.pop();
      if (above) {
        [node.parent, node.branch] = above;
        node.depth = nodes[node.parent].depth + 1;
        nodes[node.parent].kids.push(number);
      }
      node.beside = node.both.map((kind) => (kind === 2 ? narrow[beside++] : [0, 0]));
      for (const branch of [1, 0]) if (node.both[branch] === 1) waiting.push([number, branch]);
    });
    for (const node of [...nodes].reverse()) {
      const sum = (place) => node.beside[0][place] + node.beside[1][place];
      const below = (of) => node.kids.reduce((all, kid) => all + nodes[kid][of], 0);
      node.count = 1 + sum(0) + below("count");
      node.total = node.own + sum(1) + below("total");
    }
    nodes.forEach((node) => {
      if (node.parent < 0) return Object.assign(node, { start: 0, width: 1 });
      const above = nodes[node.parent];
      node.width = (above.width * node.total) / Math.max(above.total, 1);
      node.start = node.branch === 0 ? above.start : above.start + above.width - node.width;
    });
    return nodes;
  };

  const grow = (part) => {
    const numbers = JSON.parse(document.getElementById("numbers").textContent);
    const nodes = read(numbers);
    if (!nodes.length) return;
    const deepest = nodes.reduce((most, node) => Math.max(most, node.depth), 0);
    const words = part.querySelector(".words");
    const canvas = made("canvas", { role: "img", "aria-label": texts.icicle });
    part.append(canvas, made("p", { class: "about keys" }, texts.keys));
    part.classList.add("zooms");
    let [now, zoomed] = [0, 0];
    // Visible part: start, width, and number of depths above it.
    let view = { start: 0, width: 1, above: 0 };
    const calm = matchMedia("(prefers-reduced-motion: reduce)");

    const row_height = () => Math.min(36, Math.max(9, canvas.clientHeight / (deepest + 1 - view.above)));
    const draw = () => {
      const [width, height, scale] = [canvas.clientWidth, canvas.clientHeight, devicePixelRatio || 1];
      if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
        [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
      }
      const context = canvas.getContext("2d");
      context.setTransform(scale, 0, 0, scale, 0, 0);
      context.clearRect(0, 0, width, height);
      const row = row_height();
      const box = (node) => {
        const left = ((node.start - view.start) / view.width) * width;
        return [left, (node.depth - view.above) * row, (node.width / view.width) * width];
      };
      // Right end of the last bar in each depth, so that bars within the same pixel are drawn once.
      const ends = [];
      for (const node of nodes) {
        const [left, top, wide] = box(node);
        if (top < -row || top > height || left > width || left + wide < 0) continue;
        if (wide < 1 && left + wide < (ends[node.depth] ?? -1)) continue;
        const drawn = Math.max(wide - (wide > 3 ? 1 : 0), 1);
        context.globalAlpha = wide < 1 ? 0.55 : 1;
        context.fillStyle = numbers.colors[Math.min(node.depth, numbers.colors.length - 1)];
        context.fillRect(left, top, drawn, row - 1);
        ends[node.depth] = left + drawn;
      }
      context.globalAlpha = 1;
      const [left, top, wide] = box(nodes[now]);
      context.strokeStyle = "#fff";
      context.lineWidth = 5;
      context.strokeRect(left, top, Math.max(wide - 1, 2), row - 1);
      context.strokeStyle = "#000";
      context.lineWidth = 2.5;
      context.strokeRect(left, top, Math.max(wide - 1, 2), row - 1);
    };
    const say = (number) => {
      now = number;
      const node = nodes[now];
      const [own, count, total] = [node.own, node.count, node.total].map(counted);
      words.textContent = filled(node.count > 1 ? texts.nodes : texts.node, { depth: node.depth, plane: node.plane, own, count, total });
      draw();
    };
    const select = (number) => {
      if (number === undefined || number < 0) return;
      say(number);
      const node = nodes[now];
      // For a bar that is too narrow or out of view, show its parent instead.
      const shown = (node.width / view.width) * canvas.clientWidth;
      const out = node.start < view.start - 1e-9 || node.start + node.width > view.start + view.width + 1e-9;
      if (out || shown < 2 || node.depth < view.above) zoom(node.parent < 0 ? 0 : node.parent);
    };
    let moving = 0;
    const zoom = (number) => {
      zoomed = number;
      const node = nodes[number];
      const to = { start: node.start, width: node.width, above: Math.max(node.depth - 2, 0) };
      part.dataset.zoomed = number;
      const [from, begin] = [view, performance.now()];
      cancelAnimationFrame(moving);
      const step = (time) => {
        const share = calm.matches ? 1 : Math.min(Math.max((time - begin) / 250, 0), 1);
        const mixed = (of) => from[of] + (to[of] - from[of]) * share;
        view = { start: mixed("start"), width: mixed("width"), above: share < 1 ? Math.round(mixed("above")) : to.above };
        draw();
        if (share < 1) moving = requestAnimationFrame(step);
      };
      step(begin);
    };
    const at = (event) => {
      const { left, top, width } = canvas.getBoundingClientRect();
      const x = view.start + ((event.clientX - left) / width) * view.width;
      const depth = view.above + Math.floor((event.clientY - top) / row_height());
      return nodes.findIndex((node) => node.depth === depth && node.start <= x && x < node.start + node.width);
    };
    canvas.addEventListener("pointermove", (event) => {
      const found = at(event);
      if (found >= 0 && found !== now) say(found);
    });
    canvas.addEventListener("click", (event) => {
      const found = at(event);
      zoom(found < 0 || found === zoomed ? 0 : found);
    });
    part.takes = (key) => {
      const above = nodes[nodes[now].parent];
      const row = above?.kids ?? [];
      const beside = (by) => row[row.indexOf(now) + by];
      const acts = {
        ArrowDown: () => select(nodes[now].kids[0]),
        ArrowUp: () => select(nodes[now].parent),
        ArrowLeft: () => select(beside(-1)),
        ArrowRight: () => select(beside(1)),
        Enter: () => zoom(now),
        Escape: () => (zoomed === 0 ? (part.blur(), parent.focus()) : zoom(0)),
        Home: () => select(0),
      };
      acts[key]?.();
      return key in acts;
    };
    new ResizeObserver(draw).observe(canvas);
    select(0);
  };
  document.querySelectorAll(".tree").forEach(grow);

  // --- Questions --------------------------------------------------------------------------------------------------

  for (const question of document.querySelectorAll(".questions > li[data-right]")) {
    const right = Number(question.dataset.right);
    const answer = document.getElementById(question.dataset.answer);
    const tell = (is_right) => {
      question.querySelector(".verdict")?.remove();
      const said = made("p", { class: "verdict", role: "status" }, made("b", {}, is_right ? texts.right : texts.wrong), " ");
      said.append(...[...answer.childNodes].map((node) => node.cloneNode(true)));
      question.append(said);
    };
    question.querySelectorAll(".choices > li").forEach((choice, place) => {
      const button = made("button", { type: "button" }, ...choice.childNodes);
      button.addEventListener("click", () => {
        question.querySelectorAll("button").forEach((other) => other.classList.remove("right", "wrong"));
        button.classList.add(place === right ? "right" : "wrong");
        tell(place === right);
      });
      choice.append(button);
    });
    const range = question.querySelector(".range");
    if (range) {
      const field = made("input", { type: "number", min: 0, max: range.dataset.most, "aria-label": texts.given });
      const button = made("button", { type: "button" }, texts.answer);
      const given = () => field.value !== "" && tell(Number(field.value) === right);
      button.addEventListener("click", given);
      field.addEventListener("keydown", (event) => event.key === "Enter" && given());
      range.append(field, button);
    }
  }
  const answers = document.getElementById("answers");
  if (answers) {
    const button = made("button", { type: "button", class: "show", "aria-expanded": "false" }, texts.showAnswers);
    button.addEventListener("click", () => {
      const hidden = answers.classList.toggle("hidden");
      button.textContent = hidden ? texts.showAnswers : texts.hideAnswers;
      button.setAttribute("aria-expanded", String(!hidden));
    });
    answers.classList.add("hidden");
    answers.querySelector("h2").after(button);
  }

  // --- A single section, for slides
  // ---------------------------------------------------------------------------------

  const alone = () => {
    const id = /^#only=([\w-]+)$/.exec(location.hash)?.[1];
    const part = id && document.getElementById(id);
    document.querySelectorAll(".shown").forEach((shown) => shown.classList.remove("shown"));
    document.body.classList.toggle("alone", Boolean(part));
    part?.classList.add("shown");
  };
  addEventListener("hashchange", alone);
  alone();
})();
