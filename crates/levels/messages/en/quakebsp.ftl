# Compiled levels of Quake and its kin. Texts that begin with a verb follow the name of a lump or file; $what is such a text.

quakebsp-lump-left-out = the BSPX lump `{ $name }` { $what }, so it was skipped; compile the map again
quakebsp-bspx-cut = the BSPX lump directory is truncated
quakebsp-bspx-entries = the BSPX lump directory should have { $count } entries, but has only { $found }, which were used
quakebsp-lump-beyond = should occupy { $length } bytes from byte { $offset }, but the file has only { $file_bytes } bytes
quakebsp-lump-size = has { $found } bytes instead of { $bytes }
quakebsp-entities-end = ends within an entity
quakebsp-entities-text = has an unterminated string
quakebsp-entities-else = contains something other than quoted keys and values in braces
quakebsp-entities = the lump `entities` { $problem } at byte { $byte }: { $count ->
        [one] the entity before it was kept
       *[other] the { $count } entities before it were kept
    }
quakebsp-edges-together = has faces that refer to { $corners } edges in total, but the file has only { $edges }
quakebsp-faces-together = has models that refer to { $of_models } faces in total, but the file has only { $faces }
quakebsp-too-deep = the file's tree is too deep to classify all faces, so some were classified by texture only; compile the map again
quakebsp-model-faces = refers to missing faces in model { $index }
quakebsp-face = has an invalid face { $index }: { $what }
quakebsp-face-texture = its texture info does not exist
quakebsp-face-too-many-edges = it has too many edges
quakebsp-face-edges = its edges do not exist
quakebsp-face-corner = one of its edges or corners does not exist
quakebsp-face-plane = its plane does not exist
quakebsp-shift = specifies a sample spacing of 2 to the power of { $shift } pixels, which is too large
quakebsp-styles = has { $bytes } bytes, which is not a multiple of the number of faces ({ $faces })
quakebsp-lit = { $name } { $what }, so the level's own lighting is used, without colours
quakebsp-lit-unreadable = cannot be read ({ $error })
quakebsp-lit-magic = is not a LIT file: it does not begin with QLIT
quakebsp-header-cut = is truncated within its header; copy the file again
quakebsp-lump-stride = has { $length } bytes, which is not a multiple of { $stride }
quakebsp-damaged = is damaged: the lump `{ $name }` { $what }; copy the file again, or compile the map again
quakebsp-lump-unreadable = cannot be read ({ $job }: { $what })
quakebsp-blue-shift = the planes and entities lumps are swapped in the header, as in Half-Life: Blue Shift
quakebsp-empty = or the lump `leaves` is empty
quakebsp-light-missing = { $count ->
        [one] the lighting of { $count } face is beyond the end of the lump `lighting`, so the face is lit as in a level without baked lighting
       *[other] the lighting of { $count } faces is beyond the end of the lump `lighting`, so these faces are lit as in a level without baked lighting
    }
quakebsp-styles-left-out = { $count ->
        [one] { $count } face has
       *[other] { $count } faces have
    } more than four light styles, or styles above 254; these styles were ignored
quakebsp-light-colors = the colours of the baked lighting come from { $name }
quakebsp-images-missing = the images of { $count } textures are neither in the file nor next to it ({ $listed }), so plain colours are used instead; use --textures to specify a folder that contains textures/NAME.png
quakebsp-lump-empty = is empty
quakebsp-normals-size = has { $bytes } bytes, which does not match { $count } vectors and the { $corners } corners of all faces
quakebsp-normals-beyond = refers to normal { $wrong }, but has only { $count } normals
quakebsp-texture-unreadable = texture { $number } cannot be read: { $problem }; a plain colour is used instead
quakebsp-image-unusable = the image of the texture { $name } cannot be used ({ $problem }); a pattern is used instead
quakebsp-plane-without-direction = has plane { $index } with a zero normal
quakebsp-model-without-bounds = has model { $index } with non-finite bounds
quakebsp-lump-wrong = is invalid ({ $what })
quakebsp-leaf-row = has leaf { $leaf }, whose PVS row does not exist
quakebsp-rows = has only { $bytes } bytes for the PVS rows of { $count } clusters
quakebsp-no-row = has no PVS row for cluster { $cluster }
quakebsp-lump-twice = the BSPX lump `{ $name }` occurs twice; only the first copy is used
quakebsp-lit-version = has version { $found }, but only version { $version } is supported
quakebsp-lit-shared-exponent = has version { $found } (floating-point numbers with a shared exponent), but only version { $version } is supported
quakebsp-lit-bytes = has { $bytes } bytes of lighting data, which is not a multiple of 3
quakebsp-lit-samples = has { $bytes } bytes of lighting data instead of { $wanted } for the { $samples } samples of the level
quakebsp-volumes = { $count ->
        [one] { $count } face of triggers and unused models was skipped because it is neither visible nor solid
       *[other] { $count } faces of triggers and unused models were skipped because they are neither visible nor solid
    }
quakebsp-hidden = { $count ->
        [one] { $count } face with an invisible texture (skip, clip, hint, null) was
       *[other] { $count } faces with invisible textures (skip, clip, hint, null) were
    } skipped
quakebsp-lumps-read = BSPX lumps used: { $listed }
quakebsp-lumps-not-read = BSPX lumps ignored: { $listed }
