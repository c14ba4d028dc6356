// Keys that a browser keeps for itself, and buttons where there are no keys.

// Function keys that belong to the browser: held together with the key left of 1, the digits stand for all of them.
const OF_BROWSER = new Set(["F1", "F3", "F5", "F11", "F12"]);
const FUNCTION = { Minus: "F11", Equal: "F12", Digit0: "F10" };

function press(canvas, type, code, key = code) {
  canvas.dispatchEvent(new KeyboardEvent(type, { code, key, bubbles: false, cancelable: true }));
}

// Leaves the browser its own keys, and gives the program others for them: ` with a digit for the function keys, and Alt for Ctrl,
// as Ctrl+W would close the page.
export function keys_of_browser(canvas) {
  let held = false;
  let used = false;
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
        // Pressed by itself it is a key like others.
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
      press(canvas, type, "ControlLeft", "Control");
    }
  };
  for (const type of ["keydown", "keyup"]) canvas.addEventListener(type, translate, { capture: true });
  addEventListener("blur", () => (held = false));
}

// Buttons for a screen that is touched: what they say, and the key that they press. The window with the engine has a tool bar with the
// others.
const BESIDE_TOOL_BAR = [
  ["Tour", "F2"],
  ["Open", "KeyO"],
  ["Jump", "Space"],
  ["Use", "Enter"],
];
const WITHOUT_TOOL_BAR = [
  ["Help", "F1"],
  ["Planes", "Digit1"],
  ["Nodes", "Digit2"],
  ["Model", "KeyU"],
  ["Build", "KeyH"],
  ["Open", "KeyO"],
  ["Close", "Escape"],
  ["Jump", "Space"],
  ["Use", "Enter"],
];

export function buttons(bar, canvas, has_tool_bar) {
  bar.classList.toggle("few", has_tool_bar);
  for (const [name, code] of has_tool_bar ? BESIDE_TOOL_BAR : WITHOUT_TOOL_BAR) {
    const button = document.createElement("button");
    button.textContent = name;
    button.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      press(canvas, "keydown", code);
    });
    for (const type of ["pointerup", "pointercancel", "pointerleave"]) {
      button.addEventListener(type, () => press(canvas, "keyup", code));
    }
    bar.append(button);
  }
}
