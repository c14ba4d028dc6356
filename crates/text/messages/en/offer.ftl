offer-lies = This level seems to use Z as its up axis, so it lies on its side.
offer-turn = Turn it upright
offer-right = Leave it unchanged
