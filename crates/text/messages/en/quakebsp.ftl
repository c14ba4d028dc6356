# Compiled levels of Quake and its kin. Texts that begin with a verb follow the name of a lump or file; $what is such a text.

quakebsp-lump-left-out = the BSPX lump `{ $name }` { $what }: it is not used; compile the map again
quakebsp-bspx-cut = its directory of BSPX lumps is cut off
quakebsp-bspx-entries = its directory of BSPX lumps should have { $count } entries, and there are bytes for { $found }: those are read
quakebsp-lump-beyond = should be the { $length } bytes from byte { $offset } on, but the file has { $file_bytes } bytes
quakebsp-lump-size = has { $found } bytes, and should have { $bytes }
quakebsp-entities-end = ends within an entity
quakebsp-entities-text = has a text without end
quakebsp-entities-else = has something else than keys and values in braces
quakebsp-entities = the lump `entities` { $problem }, from its byte { $byte } on: { $count ->
        [one] the entity before that is kept
       *[other] the { $count } entities before that are kept
    }
quakebsp-edges-together = has faces with { $corners } edges together, and there are { $edges }
quakebsp-faces-together = has models with { $of_models } faces together, and there are { $faces }
quakebsp-too-deep = the tree of the file is so deep that it was not looked at for all faces: what they are follows their textures alone; compile the map again
quakebsp-model-faces = has model { $index }, whose faces do not exist
quakebsp-face = has face { $index }, { $what }
quakebsp-face-texture = whose texture info does not exist
quakebsp-face-too-many-edges = which has too many edges
quakebsp-face-edges = whose edges do not exist
quakebsp-face-corner = one of whose edges or corners does not exist
quakebsp-face-plane = whose plane does not exist
quakebsp-shift = says that samples lie 2 to the power of { $shift } pixels apart
quakebsp-styles = has { $bytes } bytes, and no whole number of styles for each of { $faces } faces
quakebsp-lit = { $name } { $what }: the light of the level is used without its colours
quakebsp-lit-unreadable = cannot be read ({ $error })
quakebsp-lit-magic = is no file of light, as it does not begin with QLIT
quakebsp-header-cut = is cut off in its header; copy the file again
quakebsp-lump-stride = has { $length } bytes, which are no whole number of items of { $stride }
quakebsp-damaged = is damaged: the lump `{ $name }` { $what }; copy the file again, or compile the map again
quakebsp-lump-unreadable = cannot be read ({ $job }: { $what })
quakebsp-blue-shift = its header has planes and entities in the order of Half-Life: Blue Shift
quakebsp-empty = or the lump `leaves` is empty
quakebsp-light-missing = { $count ->
        [one] the light of { $count } face lies beyond the lump `lighting`: it is lit like a level without light
       *[other] the light of { $count } faces lies beyond the lump `lighting`: they are lit like a level without light
    }
quakebsp-styles-left-out = { $count ->
        [one] { $count } face has
       *[other] { $count } faces have
    } more than four styles of light, or styles above 254: only the light of others is shown
quakebsp-light-colors = the colours of the light are those of { $name }
quakebsp-images-missing = the images of { $count } textures are neither in the file nor beside it ({ $listed }{ $more }): plain ones stand for them; name a folder that has textures/NAME.png with --textures
quakebsp-lump-empty = is empty
quakebsp-normals-size = has { $bytes } bytes, and not those of { $count } vectors and of the { $corners } corners of all faces
quakebsp-normals-beyond = names the normal { $wrong }, and has { $count }
quakebsp-texture-unreadable = texture { $number } cannot be read: { $problem }; a plain one stands for it
quakebsp-image-unusable = the image of the texture { $name } cannot be used ({ $problem }); a pattern takes its place
quakebsp-plane-without-direction = has a plane without direction, { $index }
quakebsp-model-without-bounds = has a model without finite bounds, { $index }
quakebsp-lump-wrong = is wrong ({ $what })
quakebsp-leaf-row = has leaf { $leaf }, whose row of the PVS does not exist
quakebsp-rows = has { $bytes } bytes and should have the rows of { $count } clusters
quakebsp-no-row = has no row for cluster { $cluster }
quakebsp-lump-twice = the BSPX lump `{ $name }` is there twice, and the first one counts
quakebsp-lit-version = is of the version { $found }, and version { $version } is read
quakebsp-lit-shared-exponent = is of the version { $found } (floating-point numbers with a shared exponent), and version { $version } is read
quakebsp-lit-bytes = has { $bytes } bytes of light, and no whole number of samples
quakebsp-lit-samples = has { $bytes } bytes of light, and not the { $wanted } of the { $samples } samples of the level
quakebsp-volumes = { $count ->
        [one] { $count } face of triggers and of models that no entity uses is left out: nobody sees or touches it
       *[other] { $count } faces of triggers and of models that no entity uses are left out: nobody sees or touches them
    }
quakebsp-hidden = { $count ->
        [one] { $count } face that is never drawn (skip, clip, hint, null) is
       *[other] { $count } faces that are never drawn (skip, clip, hint, null) are
    } left out
quakebsp-lumps-read = BSPX lumps that are read: { $listed }{ $more }
quakebsp-lumps-not-read = BSPX lumps that are not read: { $listed }{ $more }
