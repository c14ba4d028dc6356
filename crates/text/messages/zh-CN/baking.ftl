# 烘焙光照的阶段。

baking-light-maps = 烘焙光照贴图
baking-light = 烘焙光照
