# Levels of glTF. Texts that begin with a verb follow the name of the file, of the buffer or the like; $problem is such a text.

gltf-its-accessor = uses accessor { $number }, which { $problem }
gltf-unknown-type = has an unknown type
gltf-too-many-items = has { $count } elements, too many for one level; split the level
gltf-view-beyond = lies in buffer view { $number }, which extends beyond its buffer
gltf-items-overlap = has overlapping elements: each has { $size } bytes, but they are only { $stride } bytes apart
gltf-items-beyond = has { $count } elements starting at byte { $offset }, which extend beyond the { $bytes } bytes of its buffer view
gltf-sparse-type = has sparse indices of an unknown type
gltf-too-many-sparse = has more sparse elements than the file can contain
gltf-sparse-order = has { $count } elements, but its sparse index { $number } is out of order or out of range
gltf-its-buffer = cannot be used: its buffer { $number } { $problem }
gltf-buffer-empty = has neither data nor a file; export the level again
gltf-buffers-too-large = brings the total size of the buffers above 2 GiB; split the level
gltf-buffer-short = has only { $has } of its { $says } bytes; copy or export it again
gltf-buffer-is = has an invalid data URI ({ $error }); export the level again
gltf-buffer-base64 = contains invalid base64 data ({ $error }); export the level again
gltf-buffer-name = refers to { $uri } ({ $problem })
gltf-buffer-link = refers to { $name }, a link to a file outside the level's folder; put the file next to the level
gltf-buffer-not-found = refers to the file { $name }, which was not found; put it next to the level
gltf-buffer-unreadable = refers to the file { $name }, which cannot be read ({ $error }); check its permissions
gltf-name-utf8 = a name that is not valid UTF-8; rename the file
gltf-name-outside = a path outside the level's folder; put the file next to the level
gltf-name-elsewhere = not a file in the level's folder; put the file next to the level
gltf-name-none = not a file name; export the level again
gltf-extension-required = requires the unsupported extension { $extension }; export the level without it
gltf-header-cut = is truncated within its .glb header; copy or export it again
gltf-binary-version = is binary glTF version { $version }; export the level as glTF 2.0
gltf-length = has { $bytes } bytes, but its header says { $length }: it is truncated or damaged; copy or export it again
gltf-chunks = has damaged chunks ({ $error }); copy or export it again
gltf-too-many-objects = has { $objects } JSON objects in { $bytes } bytes, too many for a level; export the level again
gltf-json = the JSON is invalid at column { $column }: { $problem }
gltf-no-asset = is JSON without an `asset` property, so it is not glTF; export the level as glTF 2.0
gltf-version = is glTF version { $version }; export the level as glTF 2.0
gltf-packed = has meshes compressed with { $name }; decompress them with `npx @gltf-transform/cli copy "{ $file }" "{ $unpacked }"` and open that file
gltf-names-missing = refers to an item that does not exist
gltf-is-missing = is missing
gltf-is-too-large = is too large
gltf-bad-value = has an invalid value
gltf-one-more-fault = {" "}(and 1 more error)
gltf-more-faults = {" "}(and { $n } more errors)
gltf-invalid = cannot be used: { $path } { $what }{ $others }; fix it or export the level again
gltf-image-format = has the unsupported format { $format }; export the level with PNG or JPEG images
gltf-image-unusable = cannot be used ({ $reason })
gltf-image-plain = the image { $image } { $problem }; the base colour is used instead
gltf-image-beyond = extends beyond its buffer
gltf-image-empty = has neither data nor a file
gltf-primitive = primitive { $primitive } of mesh { $number }
gltf-primitive-named = primitive { $primitive } of mesh { $number } ({ $name })
gltf-unknown-mode = has an unknown mode
gltf-attribute-width = has a { $attribute } attribute with { $width } components
gltf-normals = normals
gltf-texture-coordinates = texture coordinates
gltf-colours = colours
gltf-attribute-short =
    has { $vertices ->
        [one] { $vertices } vertex
       *[other] { $vertices } vertices
    } but only { $count } { $name }
gltf-indices = has indices that are not integers
gltf-vertex-beyond =
    has { $vertices ->
        [one] { $vertices } vertex
       *[other] { $vertices } vertices
    }, but its triangle { $turn } refers to vertex { $vertex }
gltf-units = glTF uses metres, with Y up
gltf-scene-named = scene { $scene }
gltf-scene-numbered = scene { $chosen }
gltf-default-scene = The file has { $count } scenes. The default, { $name }, was loaded.
gltf-first-scene = The file has { $count } scenes and no default scene. The first, { $name }, was loaded.
gltf-no-scene = The file has no scene, so all its nodes were loaded.
gltf-child-twice = cannot be used: { $child } is listed twice as a child of { $first }; export the level again
gltf-two-parents = cannot be used: { $child } is a child of both { $first } and { $second }, but a node has only one parent; export the level again
gltf-own-ancestor = cannot be used: { $node } is its own ancestor; export the level again
gltf-too-many-triangles = has { $triangles } triangles in { $places } mesh instances, more than the { $most } allowed for its file size; remove some instances
gltf-unreadable = cannot be used: { $what } { $problem }; export the level again
gltf-points-or-lines =
    { $count ->
        [one] { $count } point or line primitive
       *[other] { $count } point or line primitives
    }
gltf-no-mesh = no meshes
gltf-unused-meshes =
    { $count ->
        [one] { $count } mesh
       *[other] { $count } meshes
    } that the scene does not use
gltf-meshes-without-triangles =
    { $count ->
        [one] { $count } mesh
       *[other] { $count } meshes
    } without triangles
gltf-instances =
    { $meshes ->
        [one] { $meshes } mesh has
       *[other] { $meshes } meshes have
    } { $places ->
        [one] { $places } instance
       *[other] { $places } instances
    }; each instance has its own triangles.
gltf-mirrored =
    { $count ->
        [one] { $count } mesh is
       *[other] { $count } meshes are
    } mirrored by a node; the winding order was reversed to preserve the front faces.
gltf-chained =
    { $count ->
        [one] { $count } strip or fan primitive was
       *[other] { $count } strip or fan primitives were
    } converted to triangles.
gltf-quantized =
    The quantised positions of { $count ->
        [one] { $count } primitive
       *[other] { $count } primitives
    } were converted to metres.
gltf-moved-images =
    The texture coordinates of { $count ->
        [one] { $count } material
       *[other] { $count } materials
    } were transformed by KHR_texture_transform.
gltf-points-left-out =
    { $count ->
        [one] { $count } point or line primitive was
       *[other] { $count } point or line primitives were
    } skipped
gltf-vertices-left-over =
    { $count ->
        [one] { $count } primitive has
       *[other] { $count } primitives have
    } one or two vertices left over after the last complete triangle; these were skipped
gltf-animations =
    { $count ->
        [one] { $count } animation was
       *[other] { $count } animations were
    } skipped: all nodes keep their rest pose
gltf-skins =
    { $count ->
        [one] { $count } skin was
       *[other] { $count } skins were
    } skipped: the skinned meshes keep their rest pose
gltf-morphed =
    the morph targets of { $count ->
        [one] { $count } primitive
       *[other] { $count } primitives
    } were skipped: the meshes keep their base shape
gltf-instanced =
    { $count ->
        [one] { $count } node uses
       *[other] { $count } nodes use
    } the unsupported extension EXT_mesh_gpu_instancing, so only one instance of each is shown; export the level without that extension to see all instances
gltf-start-of-node = You start at the marked node.
gltf-start-of-node-named = You start at the node { $name }.
gltf-start-of-camera = You start at the camera.
gltf-start-of-camera-named = You start at the camera { $name }.
gltf-node = node { $node }
gltf-node-named = node { $node } ({ $name })
