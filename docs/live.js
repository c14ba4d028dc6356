// Makes pictures live: a click replaces a picture by the page of bspwalk, with the same view and size.
//
// The page is expected in the parent folder of this script's folder; `data-page` of the script's element names another
// folder. The pictures of the book have their views in `views.json` next to this script; elsewhere `data-view` of an
// image is its address:
//
//     <img src="nave.jpg" alt="The nave" data-view="level=hall&eye=3,1.7,-2">
//     <script src="https://example.org/bspwalk/book/live.js"></script>
//
// If there is no page, pictures stay pictures.

(() => {
  const script = document.currentScript;
  const page = new URL(script.dataset.page ?? new URL("..", script.src), document.baseURI);

  // A file that identifies the folder of the page.
  const OF_PAGE = "planar/index.html";

  // Maximum time between two presses of Esc that close the frame, in milliseconds. The program handles a single press.
  const TWICE = 2000;

  const TO_LIVE = "Walk here: loads the program, some megabytes, in the place of the picture. Esc brings the picture back, in the frame twice.";
  const TO_PICTURE = "Bring the picture back (Esc, in the frame twice)";

  // Ends what is live: one frame at a time, as each holds a level and its trees.
  let end = () => {};

  function frame_of(picture, view) {
    const frame = document.createElement("iframe");
    frame.src = new URL(`?embed&${view}`, page);
    frame.title = picture.alt;
    frame.allow = "fullscreen";
    frame.addEventListener("load", () => {
      let last = -Infinity;
      const on_key = (event) => {
        if (event.key !== "Escape" || event.repeat) return;
        if (event.timeStamp - last < TWICE) end();
        last = event.timeStamp;
      };
      try {
        frame.contentWindow.addEventListener("keydown", on_key, { capture: true });
      } catch {
        // A page of another site keeps its keys: the button is left.
      }
    });
    return frame;
  }

  function offer(picture, view) {
    const holder = document.createElement("span");
    const button = document.createElement("button");
    holder.className = "live";
    button.type = "button";
    let frame;
    const show = (is_live) => {
      holder.classList.toggle("on", is_live);
      button.textContent = is_live ? "× picture" : "▶ live";
      button.title = is_live ? TO_PICTURE : TO_LIVE;
      picture.title = is_live ? "" : TO_LIVE;
    };
    const close = () => {
      frame.remove();
      end = () => {};
      show(false);
      button.focus();
    };
    const open = () => {
      end();
      end = close;
      frame = frame_of(picture, view);
      holder.append(frame);
      show(true);
    };
    picture.addEventListener("click", open);
    button.addEventListener("click", () => (holder.classList.contains("on") ? close() : open()));
    picture.replaceWith(holder);
    holder.append(picture, button);
    show(false);
  }

  async function main() {
    const there = await fetch(new URL(OF_PAGE, page), { method: "HEAD" });
    if (!there.ok) return;
    const table = await fetch(new URL("views.json", script.src));
    const views = table.ok ? await table.json() : {};
    for (const picture of [...document.images]) {
      const name = new URL(picture.src, document.baseURI).pathname.split("/").pop();
      const view = picture.dataset.view ?? views[name]?.view;
      if (view) offer(picture, view);
    }
    addEventListener("keydown", (event) => event.key === "Escape" && end());
  }

  // Without a connection, or as a file, there is no page.
  main().catch(() => {});
})();
