# Gamepads.

pads-not-readable = A gamepad is plugged in, but you may not read { $file }. Log in at this machine itself, or join the group `input` (sudo usermod -aG input $USER) and log in again
