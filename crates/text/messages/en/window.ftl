window-measuring = Measuring
window-no-replay = The build cannot be replayed: { $error }.
window-drawn-polygon = drawn polygon
