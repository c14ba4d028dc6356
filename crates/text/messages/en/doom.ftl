# Levels of DOOM. Texts that begin with a verb follow the name of the file or of the lump; $problem and $what are such texts.

doom-no-wad = it is no WAD file of DOOM
doom-no-maps = is a WAD file without maps, such as one with textures alone; name one that has a map
doom-no-such-map = has no map { $map }; it has { $maps }{ $more }: name one of these with --map
doom-too-many-linedefs = has more linedefs than the format can number
doom-nothing-drawn = has no linedefs or no sectors; draw a room in it
doom-lump-beyond = lies beyond the end of the file
doom-not-opened = cannot be opened: its map { $name } { $problem }, or choose another with --map
doom-lump-damaged = is damaged: its lump { $lump } { $problem }; save the map again
doom-lump-wrong = is wrong ({ $what })
doom-images-missing = the images of { $count } textures are not in the file ({ $listed }{ $more }): patterns take their place; put the IWAD (doom.wad, doom2.wad, freedoom1.wad or freedoom2.wad) beside it, or name its folder with --textures
doom-damaged = is damaged: { $problem }; copy it again
doom-only-map = the only map of the file, { $map }, is opened
doom-is-hexen = the map is in Hexen's format
doom-is-udmf = the map is in the text format UDMF
doom-sectors-raised = { $count } sectors are raised from their floors to their ceilings
doom-middles = { $count ->
        [one] { $count } texture between two sectors is drawn with its holes
       *[other] { $count } textures between two sectors are drawn with their holes
    }; { $blocking } of them stop bodies
doom-more-open-sectors = { $count } more sectors are not closed
doom-crossing-linedefs = { $count } linedefs cross others and bound no floor; join them where they cross
doom-ends-before-number = ends before the number of its { $what }
doom-ends-after = says that it has { $count } { $what }, and ends after { $found } of them
doom-nodes-of-other-vertices = is made for { $original } vertices, and the map has { $known }
doom-segs-differ = has { $count } segs, and its subsectors have { $first }
doom-gl-version = the map { $map } has GL nodes of version { $version }, which are ignored because this version is not supported; build its nodes with ZDBSP or elfbsp
doom-gl-nodes = GL nodes of version { $number } (GL_NODES)
doom-gl-nodes-beside = GL nodes of version { $number } ({ $file })
doom-nodes-ignored = the nodes of the map { $map } are ignored because the lump { $lump } { $problem }; build its nodes with elfbsp, ZDBSP or ZokumBSP
doom-element-in-line = { $number } (line { $line })
doom-loose-sides =
    { $count ->
        [one] { $count } sidedef has no valid sector and is
       *[other] { $count } sidedefs have no valid sector and are
    } left out ({ $names }); assign an existing sector in a map editor
doom-loose-lines =
    { $count ->
        [one] { $count } linedef has no valid vertices and is
       *[other] { $count } linedefs have no valid vertices and are
    } left out ({ $names }); draw them again in a map editor
doom-bare-lines =
    { $count ->
        [one] { $count } linedef has no sidedefs and bounds nothing
       *[other] { $count } linedefs have no sidedefs and bound nothing
    } ({ $names }); assign sidedefs in a map editor
doom-flat-lines =
    { $count ->
        [one] { $count } linedef has no length and is
       *[other] { $count } linedefs have no length and are
    } left out ({ $names }); delete them in a map editor
doom-lines-of-loose-sides =
    { $count ->
        [one] { $count } linedef refers to a sidedef that does not exist and loses that side
       *[other] { $count } linedefs refer to sidedefs that do not exist and lose those sides
    } ({ $names }); assign existing sidedefs in a map editor
doom-unpacks-too-large = unpacks to more than { $most } times its size
doom-zlib-ends = ends in the middle of what zlib packed
doom-zlib-damaged = is not packed by zlib, or is damaged
doom-segs-without-sector = none of its segs has a sector
doom-tree-format = its tree is in the format { $format }
doom-udmf-value = { $key } is { $value }, which is no { $what }
doom-udmf-number = number
doom-udmf-number-to = number from -{ $farthest } to { $farthest }
doom-udmf-integer = whole number of 32 bits
doom-udmf-truth = true or false
doom-udmf-quoted = text in quotation marks
doom-udmf-block-name = the name of a block
doom-udmf-key-or-end = a key or {"}"}
doom-udmf-a-value = a value
doom-udmf-wrong = is wrong in line { $line } ({ $what })
doom-udmf-no-key = the { $block } that begins here has no { $key }
doom-udmf-nothing-may-stand = { $found } stands where nothing may
doom-udmf-unexpected = { $found } stands where { $expected } is expected
doom-udmf-text-ends = the text ends where { $expected } is expected
doom-udmf-quotation = a quotation mark has no other one behind it
doom-udmf-comment = a comment has no end
doom-units = 32 units of DOOM are taken for a metre: its player, 56 high with the eye at 41, is 1.75 m
doom-first-map = the first map { $name } of { $count } is opened: --map NAME opens another, such as { $other }
doom-one-map = the map { $name } of { $count } is opened: --map NAME opens another, such as { $other }
doom-doors =
    { $count ->
        [one] { $count } door stands open
       *[other] { $count } doors stand open
    }
doom-bare-walls =
    { $count ->
        [one] { $count } wall has no texture
       *[other] { $count } walls have no texture
    }
doom-open-sector =
    sector { $sector } is not closed: { $count ->
        [one] { $count } open corner
       *[other] { $count } open corners
    }; its floor may be missing, close its lines
doom-polyobjects =
    { $count ->
        [one] { $count } linedef begins a polyobject, which is a wall where it was drawn and
       *[other] { $count } linedefs begin polyobjects, which are walls where they were drawn and
    } not moved to where the game puts it
doom-slopes =
    { $count ->
        [one] { $count } slope is
       *[other] { $count } slopes are
    } not shown: floors and ceilings are level
doom-floors-over-floors =
    { $count ->
        [one] { $count } floor over a floor is
       *[other] { $count } floors over floors are
    } not shown
doom-no-nodes = the map { $map } has no nodes: it is read from its linedefs and brings no tree of its own; build its nodes with elfbsp, ZDBSP or ZokumBSP
doom-tree-format-minisegs = its tree is in the format { $format }, with { $minisegs } on partition lines
doom-vertices = vertices
doom-added-vertices = added vertices
doom-subsectors = subsectors
doom-segs = segs
doom-nodes = nodes
doom-moves-cut-short = there is more that moves than is read, and the rest stands still
doom-udmf-namespace = the UDMF namespace { $namespace } has special numbers that are not supported: doors and lifts stay still; convert the map to the namespace doom or zdoom to make them move
