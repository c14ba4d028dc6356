offer-lies = This level looks as if Z were up, so that it lies on its side.
offer-turn = Turn it upright
offer-right = It is right as it is
