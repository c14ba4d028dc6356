# Levels of DOOM. Texts that begin with a verb follow the name of the file or of the lump; $problem and $what are such texts.

doom-no-wad = it is not a DOOM WAD file
doom-no-maps = is a WAD file without maps, for example one with only textures; open a WAD file that contains a map
doom-no-such-map = has no map { $map }; choose one of its maps with --map: { $maps }
doom-too-many-linedefs = has more linedefs than the format allows
doom-nothing-drawn = has no linedefs or no sectors; add a room to it
doom-lump-beyond = extends beyond the end of the file
doom-not-opened = cannot be opened: its map { $name } { $problem }, or choose another map with --map
doom-lump-damaged = is damaged: the lump { $lump } { $problem }; save the map again
doom-lump-wrong = is invalid ({ $what })
doom-images-missing = the images of { $count } textures are not in the file ({ $listed }), so patterns are used instead; put the IWAD (doom.wad, doom2.wad, freedoom1.wad or freedoom2.wad) next to the level, or specify its folder with --textures
doom-damaged = is damaged: { $problem }; copy it again
doom-only-map = opened { $map }, the only map in the file
doom-is-hexen = the map is in Hexen format
doom-is-udmf = the map is in the UDMF text format
doom-sectors-raised =
    { $count ->
        [one] { $count } sector was
       *[other] { $count } sectors were
    } extruded from floor to ceiling
doom-middles = { $count ->
        [one] { $count } middle texture of a two-sided linedef is drawn with its transparent holes
       *[other] { $count } middle textures of two-sided linedefs are drawn with their transparent holes
    }; bodies collide with { $blocking } of them
doom-more-open-sectors =
    { $count ->
        [one] { $count } more sector is
       *[other] { $count } more sectors are
    } not closed
doom-crossing-linedefs =
    { $count ->
        [one] { $count } linedef crosses other linedefs and bounds no floor; add vertices at the crossings
       *[other] { $count } linedefs cross other linedefs and bound no floor; add vertices at the crossings
    }
doom-ends-before-number = ends before the number of { $what }
doom-ends-after = declares { $count } { $what }, but ends after { $found }
doom-nodes-of-other-vertices =
    was built for { $original ->
        [one] { $original } vertex
       *[other] { $original } vertices
    }, but the map has { $known }
doom-segs-differ =
    has { $count ->
        [one] { $count } seg
       *[other] { $count } segs
    }, but its subsectors refer to { $first }
doom-gl-version = the GL nodes of the map { $map } were ignored because their version, { $version }, is not supported; rebuild its nodes with ZDBSP or elfbsp
doom-gl-nodes = GL nodes version { $number } (GL_NODES)
doom-gl-nodes-beside = GL nodes version { $number } ({ $file })
doom-nodes-ignored = the nodes of the map { $map } were ignored because the lump { $lump } { $problem }; rebuild its nodes with elfbsp, ZDBSP or ZokumBSP
doom-nodes-unknown = has an unknown format
doom-element-in-line = { $number } (line { $line })
doom-loose-sides =
    { $count ->
        [one] { $count } sidedef without a valid sector was
       *[other] { $count } sidedefs without a valid sector were
    } skipped ({ $names }); assign an existing sector in a map editor
doom-loose-lines =
    { $count ->
        [one] { $count } linedef without valid vertices was skipped ({ $names }); draw it again in a map editor
       *[other] { $count } linedefs without valid vertices were skipped ({ $names }); draw them again in a map editor
    }
doom-bare-lines =
    { $count ->
        [one] { $count } linedef has no sidedefs and bounds no sector
       *[other] { $count } linedefs have no sidedefs and bound no sector
    } ({ $names }); assign sidedefs in a map editor
doom-flat-lines =
    { $count ->
        [one] { $count } linedef of zero length was skipped ({ $names }); delete it in a map editor
       *[other] { $count } linedefs of zero length were skipped ({ $names }); delete them in a map editor
    }
doom-lines-of-loose-sides =
    { $count ->
        [one] { $count } linedef refers to a missing sidedef, so that side was skipped
       *[other] { $count } linedefs refer to missing sidedefs, so those sides were skipped
    } ({ $names }); assign existing sidedefs in a map editor
doom-unpacks-too-large = decompresses to more than { $most } times its size
doom-zlib-ends = ends in the middle of its zlib data
doom-zlib-damaged = is not valid zlib data
doom-tree-format = its nodes are stored as { $format }
doom-udmf-value = { $key } is { $value }, but must be { $what }
doom-udmf-number = a number
doom-udmf-number-to = a number from -{ $farthest } to { $farthest }
doom-udmf-integer = a 32-bit integer
doom-udmf-truth = true or false
doom-udmf-quoted = a quoted string
doom-udmf-block-name = a block name
doom-udmf-key-or-end = a key or {"}"}
doom-udmf-a-value = a value
doom-udmf-wrong = is invalid on line { $line } ({ $what })
doom-udmf-no-key = the { $block } that starts here has no { $key }
doom-udmf-nothing-may-stand = unexpected { $found }
doom-udmf-unexpected = found { $found } instead of { $expected }
doom-udmf-text-ends = the text ends where { $expected } is expected
doom-udmf-quotation = a quoted string is never closed
doom-udmf-comment = a comment is never closed
doom-units = 32 DOOM units are taken as one metre, so the player, 56 units tall with eyes at 41 units, is 1.75 m tall
doom-first-map = opened { $name }, the first of { $count } maps; choose another with --map NAME, such as { $other }
doom-one-map = opened { $name }, one of { $count } maps; choose another with --map NAME, such as { $other }
doom-doors =
    { $count ->
        [one] { $count } door was opened
       *[other] { $count } doors were opened
    }
doom-bare-walls =
    { $count ->
        [one] { $count } wall has no texture
       *[other] { $count } walls have no texture
    }
doom-open-sector =
    sector { $sector } is not closed ({ $count ->
        [one] { $count } open corner
       *[other] { $count } open corners
    }), so its floor may be missing; close its outline in a map editor
doom-polyobjects =
    { $count ->
        [one] { $count } polyobject is a fixed wall where the map draws it, not where the game places it
       *[other] { $count } polyobjects are fixed walls where the map draws them, not where the game places them
    }
doom-slopes =
    { $count ->
        [one] { $count } slope was
       *[other] { $count } slopes were
    } flattened: only horizontal floors and ceilings are supported
doom-floors-over-floors =
    { $count ->
        [one] { $count } floor above another floor (3D floor) is
       *[other] { $count } floors above other floors (3D floors) are
    } not supported
doom-no-nodes = the map { $map } has no nodes, so it is read from its linedefs and has no stored tree; build nodes with elfbsp, ZDBSP or ZokumBSP
doom-tree-format-minisegs = its nodes are stored as { $format }, with { $minisegs ->
        [one] { $minisegs } miniseg
       *[other] { $minisegs } minisegs
    } on partition lines
doom-vertices = vertices
doom-added-vertices = added vertices
doom-subsectors = subsectors
doom-segs = segs
doom-nodes = nodes
doom-moves-cut-short = there are too many moving sectors, so some stay still
doom-udmf-namespace = doors and lifts stay still because the specials of the UDMF namespace { $namespace } are not supported; convert the map to the `doom` or `zdoom` namespace
