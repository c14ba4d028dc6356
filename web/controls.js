// Replacements for keys that the browser reserves, and buttons for touch screens.

import { say } from "./words.js";

// Function keys that the browser reserves. While the key left of 1 is held, digits act as function keys.
const OF_BROWSER = new Set(["F1", "F3", "F5", "F11", "F12"]);
const FUNCTION = { Minus: "F11", Equal: "F12", Digit0: "F10" };

function press(canvas, type, code, key = code, ctrlKey = false) {
  // The canvas may be in a frame, which has its own event types.
  const { KeyboardEvent } = canvas.ownerDocument.defaultView;
  canvas.dispatchEvent(new KeyboardEvent(type, { code, key, ctrlKey, bubbles: false, cancelable: true }));
}

// Leaves reserved keys to the browser and gives the program substitutes: ` with a digit for function keys, and Alt for Ctrl, because
// Ctrl+W would close the page.
export function keys_of_browser(canvas) {
  let held = false;
  let used = false;
  let ctrl = false;
  const translate = (event) => {
    if (!event.isTrusted) return;
    const { code, type } = event;
    if (OF_BROWSER.has(code) || code.startsWith("Control") || event.ctrlKey || event.metaKey) {
      return event.stopImmediatePropagation();
    }
    if (code === "Backquote") {
      event.stopImmediatePropagation();
      event.preventDefault();
      if (type === "keydown") {
        if (!held) used = false;
        held = true;
      } else {
        held = false;
        // Pressed without a digit, it is an ordinary key.
        if (!used) for (const half of ["keydown", "keyup"]) press(canvas, half, code);
      }
      return;
    }
    const named = FUNCTION[code] ?? (/^Digit[1-9]$/.test(code) ? `F${code.slice(5)}` : undefined);
    if (held && named) {
      used = true;
      event.stopImmediatePropagation();
      event.preventDefault();
      return press(canvas, type, named);
    }
    if (code === "AltLeft") {
      event.stopImmediatePropagation();
      event.preventDefault();
      ctrl = type === "keydown";
      press(canvas, type, "ControlLeft", "Control", ctrl);
    } else if (ctrl) {
      event.stopImmediatePropagation();
      event.preventDefault();
      press(canvas, type, code, event.key, true);
    }
  };
  for (const type of ["keydown", "keyup"]) canvas.addEventListener(type, translate, { capture: true });
  canvas.ownerDocument.defaultView.addEventListener("blur", () => (held = ctrl = false));
}

// Opens files.
const choose = () => document.getElementById("files").click();

// Buttons for touch screens: text of the label, pressed key or function of the program, and whether Ctrl is pressed too. The window with
// the engine needs fewer, because it has a tool bar.
const BESIDE_TOOL_BAR = [
  ["key_open", choose],
  ["key_jump", "Space"],
  ["key_use", "Enter"],
];
const WITHOUT_TOOL_BAR = [
  ["key_help", "F1"],
  ["key_find", "KeyP", true],
  ["key_planes", "Digit1"],
  ["key_nodes", "Digit2"],
  ["key_model", "KeyU"],
  ["key_build", (program) => program.toggle_build_film()],
  ["key_open", choose],
  ["key_close", "Escape"],
  ["key_jump", "Space"],
  ["key_use", "Enter"],
];

export function buttons(bar, canvas, program, has_tool_bar) {
  bar.replaceChildren();
  bar.classList.toggle("few", has_tool_bar);
  for (const [name, pressed, ctrl = false] of has_tool_bar ? BESIDE_TOOL_BAR : WITHOUT_TOOL_BAR) {
    const button = document.createElement("button");
    button.textContent = say(name);
    bar.append(button);
    if (typeof pressed === "function") {
      button.addEventListener("click", () => pressed(program));
      continue;
    }
    button.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      if (ctrl) press(canvas, "keydown", "ControlLeft", "Control", true);
      press(canvas, "keydown", pressed, pressed, ctrl);
    });
    for (const type of ["pointerup", "pointercancel", "pointerleave"]) {
      button.addEventListener(type, () => {
        press(canvas, "keyup", pressed);
        if (ctrl) press(canvas, "keyup", "ControlLeft", "Control");
      });
    }
  }
}
