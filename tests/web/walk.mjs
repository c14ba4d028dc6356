// Steps of tests that run in each browser. They need an open page.

import { check } from "./site.mjs";

// Path of the light program on the site.
export const LIGHT_PROGRAM = /bspwalk_light[.\w]*\.wasm/;

// A view with space to walk forward.
export const VIEW_TO_WALK = "level=hall&eye=0,1.7,6&look=0,0";

export async function walks_into_a_wall(page) {
  const { pose } = await page.level("three_rooms");
  await page.focus();
  await page.page.keyboard.down("w");
  const wall = await page.rest();
  const moved = Math.hypot(...wall.map((x, i) => x - pose.position[i]));
  check(moved > 0.5, `the body went ${moved} m and not to a wall`);
  await page.page.keyboard.up("w");
  // The wall stops the body.
  await page.page.keyboard.down("w");
  const again = await page.rest();
  await page.page.keyboard.up("w");
  check(Math.hypot(...again.map((x, i) => x - wall[i])) < 0.02, `the body went on from ${wall} to ${again}`);
}

export async function shows_overlays(page) {
  await page.level("three_rooms");
  await page.focus();
  // Some overlays may be on from the start.
  await page.press("0");
  const plain = await page.picture();
  const without = await page.overlays();
  for (const key of "12589") {
    await page.press(key);
    check((await page.overlays()) !== without, `${key} switches no overlay`);
    check(!(await page.picture()).equals(plain), `${key} does not change the picture`);
    await page.press("0");
    check((await page.overlays()) === without, `0 leaves overlays: ${await page.overlays()}`);
  }
}

// The page shows the first view, and `arrive` lets the light program arrive.
export async function hands_over_keys_and_mouse(page, arrive) {
  await page.page.mouse.click(320, 200);
  for (let waits = 0; (await page.captor()) !== "first"; waits += 1) {
    check(waits < 100, "a click does not capture the mouse");
    await page.page.waitForTimeout(50);
  }
  // The light program gets this key, because the first view has no overlays.
  await page.page.keyboard.press("2", { delay: 60 });
  await page.page.keyboard.press("w", { delay: 600 });
  await page.page.keyboard.down("ArrowLeft");
  arrive();
  // The first states may be older than the takeover, because the program reports its pose only twice a second.
  const { frame } = await page.state((state) => state.state.level === "hall", "the light program");
  const { pose } = await page.state((state) => state.frame > frame + 60, "the next pose");
  const { pose: turned } = await page.state((state) => Math.abs(state.pose.yaw - pose.yaw) > 1, "that the view turns on");
  const walked = Math.hypot(turned.position[0], turned.position[2] - 6);
  check(walked > 0.3, `the light program starts ${walked} m from the address, where the body was before it walked`);
  check((await page.overlays()).includes("nodes"), `the light program shows ${await page.overlays()}`);
  check((await page.captor()) === "level", `the mouse is captured by ${await page.captor()}`);
  await page.page.keyboard.up("ArrowLeft");
  await page.rest();
  check(page.faults.length === 0, `the page fails: ${page.faults[0]}`);
}
