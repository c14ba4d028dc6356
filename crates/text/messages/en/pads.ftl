# Gamepads.

pads-not-readable = A gamepad is plugged in, but this user may not read { $file }: log in at this machine itself, or become a member of the group `input` (sudo usermod -aG input $USER) and log in again
