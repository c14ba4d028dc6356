# Maps and textures of Quake. $problem is a message that begins with "it" or "its".

quakemap-texture-header = it is truncated within its header
quakemap-texture-size = it is { $width } by { $height } pixels, but each side must be 1 to { $most } pixels
quakemap-texture-pixels = its pixel data is truncated
quakemap-no-wad = it is not a Quake or Half-Life WAD file
quakemap-wad-pixels = its textures have more pixels than the file has bytes
quakemap-patch-def2 = Quake III curved patches (patchDef2)
quakemap-patch-def3 = Doom 3 curved patches (patchDef3)
quakemap-brush-def = Quake III brush primitives (brushDef)
quakemap-brush-def3 = Doom 3 brushes (brushDef3)
quakemap-terrain-def = terrains (terrainDef)
quakemap-quotation = a quoted string is never closed
quakemap-no-entity = found { $word } instead of an entity, which begins with {"{"}
quakemap-no-value = the key "{ $key }" has no quoted value
quakemap-no-key = found { $word } instead of a key, a brush or the end of an entity
quakemap-ends-in-brush = the file ends within the brush that starts on line { $begins }
quakemap-ends-in-entity = the file ends within the entity that starts on line { $begins }
quakemap-brush-parser = it cannot be parsed ({ $error })
quakemap-brush-unknown = it cannot be parsed
quakemap-too-few-sides =
    it has { $sides ->
        [one] { $sides } side
       *[other] { $sides } sides
    }, but a solid needs at least 4
quakemap-too-many-sides = it has { $sides } sides, but at most { $most } are supported
quakemap-coordinate = a coordinate is not a number or exceeds 1,000,000 units
quakemap-no-plane = the three points of a side are collinear and define no plane
quakemap-not-closed = its planes do not enclose a bounded space
quakemap-encloses-nothing = its planes enclose no space
quakemap-no-brush = there is no brush { $number }: the file has { $count ->
        [one] { $count } brush
       *[other] { $count } brushes
    }, numbered from 0
quakemap-is-no-hint = brush { $number } of { $class }, on line { $line }, is not a hint brush of the world
quakemap-is-detail = brush { $number } of { $class }, on line { $line }, is already a detail brush
quakemap-divides-nothing = brush { $number } of { $class }, on line { $line }, does not divide space anyway: it belongs to an entity, is a liquid or clip brush, or was skipped
quakemap-no-brush-drawn = { $entities ->
        [one] { $entities } entity
       *[other] { $entities } entities
    }, but no visible brushes
quakemap-none-usable = { $count ->
        [one] { $count } brush, which is unusable
       *[other] { $count } brushes, all unusable
    }: { $problem }
quakemap-not-source = is not the source of a Quake map; specify the .map file that this level was made from
quakemap-of-doom3 = is a Doom 3 or Quake 4 map, whose brushes are not supported; export it as glTF or OBJ, or save it in Quake format (standard or Valve 220)
quakemap-brush-left-out = brush { $index } of entity { $number } was skipped: { $problem }
quakemap-no-space = they enclose no space
quakemap-unsupported = { $what } are not supported; save the map with plain brushes
quakemap-unsupported-left-out = { $what } are not supported ({ $count } skipped, the first on this line); save the map with plain brushes, or export it as glTF or OBJ
quakemap-more-left-out = { $count ->
        [one] { $count } more brush was
       *[other] { $count } more brushes were
    } skipped
quakemap-flat-sides =
    { $count ->
        [one] { $count } brush side was skipped because its three points define no plane; the other sides close the brush, but it should be rebuilt
       *[other] { $count } brush sides, the first on this line, were skipped because their three points define no plane; the other sides close the brushes, but these should be rebuilt
    }
quakemap-misaligned =
    { $count ->
        [one] the texture alignment of { $count } side was not numeric and was reset; align the texture again
       *[other] the texture alignments of { $count } sides, the first on this line, were not numeric and were reset; align the textures again
    }
quakemap-too-crowded = too many brushes overlap in one place, so some hidden faces remain; delete duplicate brushes
quakemap-solids = { $solids ->
        [one] { $solids } world brush was converted to a solid
       *[other] { $solids } world brushes were merged into one solid
    } without hidden faces
quakemap-objects = { $objects ->
        [one] { $objects } brush entity (door, platform or similar) was converted to an object at its position in the map
       *[other] { $objects } brush entities (doors, platforms and similar) were converted to objects at their positions in the map
    }
quakemap-clips = { $clips ->
        [one] { $clips } clip brush is invisible but stops bodies: its faces form the object `clip`
       *[other] { $clips } clip brushes are invisible but stop bodies: their faces form the object `clip`
    }
quakemap-volumes = { $volumes ->
        [one] { $volumes } trigger or origin brush was
       *[other] { $volumes } trigger and origin brushes were
    } skipped
quakemap-ladders = { $count ->
        [one] { $count } ladder
       *[other] { $count } ladders
    } found; a body climbs if its climbing speed is above 0
quakemap-hints = { $hints ->
        [one] { $hints } hint brush divides
       *[other] { $hints } hint brushes divide
    } space before any face does
quakemap-wad-not-found = , and { $wad } is missing
quakemap-wads-not-found = , and { $wad } and { $count } more WAD files are missing
quakemap-texture-missing = the texture { $first } was not found in any WAD file or image
quakemap-textures-missing = { $count ->
        [one] the texture { $first } was not found in any WAD file or image
       *[other] { $count } textures, for example { $first }, were not found in any WAD file or image
    }
quakemap-patterns = { $message }{ $wads }, so patterns are used instead; put WAD files or images next to the map, or specify their folder with --textures
quakemap-too-many-wads = the map lists { $wads } WAD files, but only the first { $most } are searched; list only the files that it uses
quakemap-wad-unreadable = { $path } cannot be read ({ $error }); its textures are missing
quakemap-wads-too-large = { $path } and the WAD files after it were skipped because together they exceed 2 GiB; list only the files that the map uses
quakemap-wad-unusable = { $path } cannot be used ({ $problem }); its textures are missing
quakemap-texture-unusable = the texture { $name } of { $path } cannot be used ({ $problem })
quakemap-image-unusable = the image { $name } cannot be used ({ $problem }); a pattern is used instead
quakemap-units = Quake formats use inches, with Z up
