# Gamepads.

pads-not-readable = A gamepad is plugged in, but you do not have permission to read { $file }. Log in directly on this machine, or join the group `input` (sudo usermod -aG input $USER) and log in again.
