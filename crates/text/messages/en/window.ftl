window-measuring = Measuring
window-no-replay = The build cannot be replayed: { $error }.
