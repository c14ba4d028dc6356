// Runs the program of the first view in the frame of the light program: draws the level, and lets the visitor look around and walk.

import init, { Opening } from "./first_view.js";

// View rotation per mouse count, in degrees. It is the same as in the other programs.
const SENSITIVITY = 0.1;

// Keys that do not wait for the light program: the browser or the page uses them at once.
const NOT_KEPT = /^(F\d+|Tab|Escape|Backquote|(Shift|Control|Alt|Meta)(Left|Right))$/;

const next_frame = () => new Promise(requestAnimationFrame);

// Decodes an image to RGBA texels.
async function texels(bytes) {
  const image = await createImageBitmap(new Blob([bytes]), { colorSpaceConversion: "none" });
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height);
}

// Opens the level `name` at a view. `eye` and `look` are lists of numbers, or undefined for the spawn. For tests, `is_full` keeps the
// resolution.
async function open({ name, module, level, tree, eye, look, is_full }) {
  await init({ module_or_path: module });
  const opening = new Opening(level);
  const images = [];
  for (let image; (image = opening.image(images.length)); ) images.push(texels(image));
  for (const { width, height, data } of await Promise.all(images)) opening.add(width, height, data);
  const walk = opening.open(tree);
  if (is_full) walk.use_full_resolution();
  if (eye) walk.move_eye(...eye);
  if (look) walk.look(...look);
  return new Walk(name, walk);
}

class Walk {
  // The canvas that shows the walk, above the canvas of the light program.
  canvas = document.createElement("canvas");
  #below = document.getElementById("level");
  #context = this.canvas.getContext("2d");
  #level;
  #walk;
  #is_stopped = false;
  #last = performance.now();
  // Held keys that move the body, by code.
  #held = new Map();
  // Events of keys that the light program handles.
  #kept = [];
  #fingers = new Set();
  #listening = new AbortController();
  #has_input;
  // Resolves at the next input after the walk has stopped.
  #input = new Promise((resolve) => (this.#has_input = resolve));

  constructor(level, walk) {
    this.#level = level;
    this.#walk = walk;
    this.canvas.id = "first";
    this.canvas.tabIndex = 0;
    this.canvas.ariaLabel = this.#below.ariaLabel;
    this.#draw();
    this.#below.inert = true;
    this.#below.after(this.canvas);
    this.#listen();
    requestAnimationFrame(this.#advance);
  }

  // Sets the tree that the body collides with. Until then, it does not move.
  set_solid(tree) {
    this.#walk.set_solid(tree);
  }

  #advance = (now) => {
    if (this.#is_stopped) return;
    this.#walk.advance(Math.max(0, now - this.#last) / 1000);
    this.#last = now;
    this.#draw();
    requestAnimationFrame(this.#advance);
  };

  #draw() {
    const scale = devicePixelRatio;
    const [width, height] = [innerWidth, innerHeight].map((edge) => Math.round(edge * scale));
    if (width === 0 || height === 0) return;
    const began = performance.now();
    const pixels = this.#walk.draw(width, height, began / 1000);
    if (!pixels) return;
    const [columns, rows, factor] = this.#walk.picture();
    if (this.canvas.width !== columns || this.canvas.height !== rows) {
      [this.canvas.width, this.canvas.height] = [columns, rows];
      [this.canvas.style.width, this.canvas.style.height] = [columns, rows].map((edge) => `${(edge * factor) / scale}px`);
    }
    this.#context.putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), columns, rows), 0, 0);
    this.#walk.record_frame_time((performance.now() - began) / 1000);
  }

  #listen() {
    const { canvas } = this;
    const listen = (types, react, target = canvas) => {
      const once_heard = (event) => {
        if (this.#is_stopped) this.#has_input();
        react(event);
      };
      for (const type of types) target.addEventListener(type, once_heard, { signal: this.#listening.signal });
    };
    listen(["keydown", "keyup"], (event) => this.#key(event));
    listen(["blur"], () => this.#release(), window);
    listen(["pointermove"], ({ pointerType, pointerId, clientX, clientY, movementX, movementY }) => {
      if (this.#fingers.has(pointerId)) this.#walk.touch(pointerId, clientX, clientY, performance.now() / 1000);
      else if (pointerType === "mouse" && document.pointerLockElement === canvas) {
        this.#walk.turn(-movementX * SENSITIVITY, -movementY * SENSITIVITY);
      }
    });
    listen(["pointerdown"], ({ pointerType, pointerId, clientX, clientY }) => {
      if (pointerType === "mouse") return void Promise.resolve(canvas.requestPointerLock()).catch(() => {});
      this.#fingers.add(pointerId);
      this.#walk.touch(pointerId, clientX, clientY, performance.now() / 1000);
    });
    listen(["pointerup", "pointercancel"], ({ pointerId }) => {
      if (this.#fingers.delete(pointerId)) this.#walk.lift(pointerId, performance.now() / 1000);
    });
  }

  #key(event) {
    const { type, code, key, repeat, shiftKey, ctrlKey, metaKey, altKey } = event;
    const is_down = type === "keydown";
    if (is_down && (ctrlKey || metaKey || altKey)) return;
    if (this.#walk.press(code, is_down)) {
      event.preventDefault();
      if (is_down) this.#held.set(code, key);
      else this.#held.delete(code);
    } else if (!NOT_KEPT.test(code)) {
      event.preventDefault();
      if (!repeat) this.#kept.push([type, { code, key, shiftKey }]);
    }
  }

  #release() {
    this.#walk.release_all();
    this.#held.clear();
    this.#fingers.clear();
  }

  // Stops the walk when the light program can continue it, and returns the eye and the view direction. Fingers stay with the canvas
  // that they touch, so the walk continues until they are lifted.
  async stop() {
    while (this.#fingers.size > 0 || !this.#walk.can_hand_over()) await next_frame();
    this.#is_stopped = true;
    const [x, y, z, yaw, pitch] = this.#walk.pose();
    return { eye: [x, y, z], look: [yaw, pitch] };
  }

  // Waits until there is input after the walk has stopped. A held key is input, because the body must not pause.
  input() {
    return this.#held.size > 0 ? Promise.resolve() : this.#input;
  }

  // Returns the view in the same form as the other programs.
  address() {
    const [x, y, z, yaw, pitch] = this.#walk.pose();
    const rounded = (list, factor) => list.map((number) => Math.round(number * factor) / factor).join(",");
    return ["level", this.#level, "eye", rounded([x, y, z], 1000), "look", rounded([yaw % 360, pitch], 100)];
  }

  // Returns whether the engine cannot take over now.
  is_busy() {
    return this.#is_stopped || this.#held.size > 0 || this.#fingers.size > 0 || !this.#walk.can_hand_over();
  }

  // Shows the canvas of another program, by default the light program, and gives it the held keys, the keys that it has not seen yet, and
  // the mouse.
  give_way(below = this.#below) {
    this.#is_stopped = true;
    this.#listening.abort();
    below.inert = false;
    below.focus();
    const { KeyboardEvent } = below.ownerDocument.defaultView;
    const press = (type, options) => below.dispatchEvent(new KeyboardEvent(type, { ...options, cancelable: true }));
    for (const [code, key] of this.#held) press("keydown", { code, key });
    for (const [type, options] of this.#kept) press(type, options);
    // The engine is outside the frame, which fades out with this canvas.
    if (below !== this.#below) return;
    if (document.pointerLockElement === this.canvas) {
      // The program locks the mouse to its own canvas when it is clicked.
      const options = { pointerType: "mouse", cancelable: true };
      below.dispatchEvent(new PointerEvent("pointerdown", { ...options, buttons: 1 }));
      below.dispatchEvent(new PointerEvent("pointerup", options));
    }
    this.canvas.style.visibility = "hidden";
    // The mouse has left the canvas by then.
    setTimeout(() => this.canvas.remove(), 300);
  }
}

parent.bspwalkPage.framed("walk", open);
