window-measuring = Measuring
window-no-replay = The build cannot be replayed: { $error }.
window-nothing-stopped = Nothing stood in your way in the last seconds.
window-drawn-polygon = drawn polygon
