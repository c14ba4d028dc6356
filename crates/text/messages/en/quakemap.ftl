# Maps and textures of Quake. $problem is a message that begins with "it" or "its".

quakemap-texture-header = it is cut off in its header
quakemap-texture-size = it has { $width } by { $height } pixels, where 1 to { $most } are possible
quakemap-texture-pixels = its pixels lie beyond its end
quakemap-no-wad = it is no WAD file of Quake or Half-Life
quakemap-wad-pixels = the textures have more pixels than the file has bytes
quakemap-patch-def2 = curved patches of Quake III (patchDef2)
quakemap-patch-def3 = curved patches of Doom 3 (patchDef3)
quakemap-brush-def = brush primitives of Quake III (brushDef)
quakemap-brush-def3 = brushes of Doom 3 (brushDef3)
quakemap-terrain-def = terrains (terrainDef)
quakemap-quotation = a quotation mark is never closed
quakemap-no-entity = { $word } stands where an entity should begin with {"{"}
quakemap-no-value = the key "{ $key }" has no value in quotation marks
quakemap-no-key = { $word } stands where a key, a brush or the end of an entity should be
quakemap-ends-in-brush = the file ends within the brush that begins in line { $begins }
quakemap-ends-in-entity = the file ends within the entity that begins in line { $begins }
quakemap-brush-parser = it cannot be understood ({ $error })
quakemap-brush-unknown = it cannot be understood
quakemap-too-few-sides = it has { $sides } sides, and a solid has at least 4
quakemap-too-many-sides = it has { $sides } sides, and at most { $most } are read
quakemap-coordinate = a coordinate is no number, or beyond 1,000,000 units
quakemap-no-plane = three points of a side are on one line and fix no plane
quakemap-not-closed = its planes do not close it
quakemap-encloses-nothing = its planes enclose nothing
quakemap-no-brush = there is no brush { $number }: the file has { $count }, which are counted from 0
quakemap-is-detail = brush { $number }, of { $class } in line { $line }, is detail already
quakemap-divides-nothing = brush { $number }, of { $class } in line { $line }, divides no space as it is: it is part of an entity, a liquid, a clip brush, or one that is left out
quakemap-no-brush-drawn = { $entities ->
        [one] { $entities } entity
       *[other] { $entities } entities
    }, and no brush that is drawn
quakemap-none-usable = { $count ->
        [one] { $count } brush, which cannot be used
       *[other] { $count } brushes, none of which can be used
    }: { $problem }
quakemap-of-doom3 = is a map of Doom 3 or Quake 4, whose brushes are not read; export it as glTF or OBJ, or save it in the format of Quake (standard or Valve 220)
quakemap-brush-left-out = brush { $index } of entity { $number } is left out: { $problem }
quakemap-no-space = all of them bound no space
quakemap-unsupported = { $what } are not read; save the map with plain brushes
quakemap-unsupported-left-out = { $count } { $what } are left out, the first here; save the map with plain brushes, or export it as glTF or OBJ
quakemap-more-left-out = { $count ->
        [one] { $count } more brush is
       *[other] { $count } more brushes are
    } left out
quakemap-flat-sides =
    { $count ->
        [one] { $count } side of a brush is left out because its three points do not define a plane: the other sides close the brush; rebuild that brush
       *[other] { $count } sides of brushes are left out because their three points do not define a plane, the first here: the other sides close the brushes; rebuild those brushes
    }
quakemap-misaligned =
    { $count ->
        [one] { $count } side has texture alignment that is not a number: it is reset; align the texture again
       *[other] { $count } sides have texture alignment that is not a number, the first here: it is reset; align the textures again
    }
quakemap-too-crowded = too many brushes lie in one place: some of their inner faces stay; delete doubled brushes
quakemap-solids = { $solids ->
        [one] { $solids } brush of the world is one solid
       *[other] { $solids } brushes of the world are one solid
    }: faces inside others are left out
quakemap-objects = { $objects ->
        [one] { $objects } entity of brushes (a door, platform or the like) stands where it is drawn, as an object
       *[other] { $objects } entities of brushes (doors, platforms and the like) stand where they are drawn, each an object
    }
quakemap-clips = { $clips } clip brushes stop bodies and are not seen: their faces are the object `clip`
quakemap-volumes = { $volumes ->
        [one] { $volumes } brush of triggers, hints and origins is
       *[other] { $volumes } brushes of triggers, hints and origins are
    } left out
quakemap-wad-not-found = ; { $wad } was not found
quakemap-wads-not-found = ; { $wad } and { $count } more were not found
quakemap-texture-missing = the texture { $first } is in no WAD file and no image
quakemap-textures-missing = { $count ->
        [one] the texture { $first } is in no WAD file and no image
       *[other] { $count } textures, { $first } first, are in no WAD file and no image
    }
quakemap-patterns = { $message }{ $wads }: patterns take their place; put WAD files or images beside the map, or name their folder with --textures
quakemap-too-many-wads = the map names { $wads } WAD files, of which the first { $most } are searched; name those that it uses
quakemap-wad-unreadable = { $path } cannot be read ({ $error }); its textures are missing
quakemap-wads-too-large = { $path } and the WAD files after it are not searched, as they have more than 2 GiB together; name those that the map uses
quakemap-wad-unusable = { $path } cannot be used ({ $problem }); its textures are missing
quakemap-texture-unusable = the texture { $name } of { $path } cannot be used ({ $problem })
quakemap-image-unusable = the image { $name } cannot be used ({ $problem }); a pattern takes its place
quakemap-units = Quake's formats are in inches with Z up
