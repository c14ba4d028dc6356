offer-lies = This level seems to use Z as its up axis, so it lies on its side.
offer-turn = Turn the level upright
offer-right = Leave the level unchanged
