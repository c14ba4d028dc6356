# Maps and textures of Quake. $problem is a message that begins with "it" or "its".

quakemap-texture-header = it is truncated within its header
quakemap-texture-size = it has { $width } by { $height } pixels, but each side must be 1 to { $most }
quakemap-texture-pixels = its pixels extend beyond its end
quakemap-no-wad = it is not a Quake or Half-Life WAD file
quakemap-wad-pixels = its textures have more pixels than the file has bytes
quakemap-patch-def2 = Quake III curved patches (patchDef2)
quakemap-patch-def3 = Doom 3 curved patches (patchDef3)
quakemap-brush-def = Quake III brush primitives (brushDef)
quakemap-brush-def3 = Doom 3 brushes (brushDef3)
quakemap-terrain-def = terrains (terrainDef)
quakemap-quotation = a quotation mark is never closed
quakemap-no-entity = found { $word } instead of an entity, which begins with {"{"}
quakemap-no-value = the key "{ $key }" has no value in quotation marks
quakemap-no-key = found { $word } instead of a key, a brush or the end of an entity
quakemap-ends-in-brush = the file ends within the brush that starts in line { $begins }
quakemap-ends-in-entity = the file ends within the entity that starts in line { $begins }
quakemap-brush-parser = it cannot be parsed ({ $error })
quakemap-brush-unknown = it cannot be parsed
quakemap-too-few-sides =
    it has { $sides ->
        [one] { $sides } side
       *[other] { $sides } sides
    }, but a solid has at least 4
quakemap-too-many-sides = it has { $sides } sides, but at most { $most } are supported
quakemap-coordinate = a coordinate is not a number or exceeds 1,000,000 units
quakemap-no-plane = the three points of a side are collinear and define no plane
quakemap-not-closed = its planes do not enclose a bounded space
quakemap-encloses-nothing = its planes enclose no space
quakemap-no-brush = there is no brush { $number }: the file has { $count }, counted from 0
quakemap-is-no-hint = brush { $number }, of { $class } in line { $line }, is not a hint brush of the world
quakemap-is-detail = brush { $number }, of { $class } in line { $line }, is already detail
quakemap-divides-nothing = brush { $number }, of { $class } in line { $line }, already divides no space: it belongs to an entity, is liquid or clip, or was skipped
quakemap-no-brush-drawn = { $entities ->
        [one] { $entities } entity
       *[other] { $entities } entities
    }, and no visible brush
quakemap-none-usable = { $count ->
        [one] { $count } brush, which is unusable
       *[other] { $count } brushes, all unusable
    }: { $problem }
quakemap-of-doom3 = is a Doom 3 or Quake 4 map, whose brushes are not supported; export it as glTF or OBJ, or save it in Quake format (standard or Valve 220)
quakemap-brush-left-out = brush { $index } of entity { $number } was skipped: { $problem }
quakemap-no-space = they enclose no space
quakemap-unsupported = { $what } are not supported; save the map with plain brushes
quakemap-unsupported-left-out = { $count } { $what } were skipped, the first here; save the map with plain brushes, or export it as glTF or OBJ
quakemap-more-left-out = { $count ->
        [one] { $count } more brush was
       *[other] { $count } more brushes were
    } skipped
quakemap-flat-sides =
    { $count ->
        [one] { $count } side of a brush was skipped because its three points define no plane: the other sides close the brush; rebuild that brush
       *[other] { $count } sides of brushes were skipped because their three points define no plane, the first here: the other sides close the brushes; rebuild those brushes
    }
quakemap-misaligned =
    { $count ->
        [one] the texture alignment of { $count } side was not a number and was reset; align the texture again
       *[other] the texture alignments of { $count } sides were not numbers and were reset, the first here; align the textures again
    }
quakemap-too-crowded = too many brushes overlap in one place, so some hidden faces remain; delete duplicate brushes
quakemap-solids = { $solids ->
        [one] { $solids } world brush is one solid
       *[other] { $solids } world brushes are merged into one solid
    } without hidden faces
quakemap-objects = { $objects ->
        [one] { $objects } brush entity (door, platform or similar) is an object at the position in the map
       *[other] { $objects } brush entities (doors, platforms and similar) are objects at their positions in the map
    }
quakemap-clips = { $clips ->
        [one] { $clips } clip brush is invisible but stops bodies: its faces form the object `clip`
       *[other] { $clips } clip brushes are invisible but stop bodies: their faces form the object `clip`
    }
quakemap-volumes = { $volumes ->
        [one] { $volumes } trigger or origin brush was
       *[other] { $volumes } trigger and origin brushes were
    } skipped
quakemap-hints = { $hints ->
        [one] { $hints } hint brush divides
       *[other] { $hints } hint brushes divide
    } space before any face does
quakemap-wad-not-found = ; { $wad } was not found
quakemap-wads-not-found = ; { $wad } and { $count } more were not found
quakemap-texture-missing = the texture { $first } was not found in any WAD file or image
quakemap-textures-missing = { $count ->
        [one] the texture { $first } was not found in any WAD file or image
       *[other] { $count } textures, for example { $first }, were not found in any WAD file or image
    }
quakemap-patterns = { $message }{ $wads }: patterns are used instead; put WAD files or images next to the map, or name their folder with --textures
quakemap-too-many-wads = the map names { $wads } WAD files, but only the first { $most } are searched; name only the files that it uses
quakemap-wad-unreadable = { $path } cannot be read ({ $error }); its textures are missing
quakemap-wads-too-large = { $path } and the WAD files after it were skipped because together they exceed 2 GiB; name only the files that the map uses
quakemap-wad-unusable = { $path } cannot be used ({ $problem }); its textures are missing
quakemap-texture-unusable = the texture { $name } of { $path } cannot be used ({ $problem })
quakemap-image-unusable = the image { $name } cannot be used ({ $problem }); a pattern is used instead
quakemap-units = Quake formats are in inches, Z up
