# Phases of baking light.

baking-light-maps = Baking the lightmaps
baking-light = Baking the lighting
