# Levels of glTF. Texts that begin with a verb follow the name of the file, of the buffer or the like; $problem is such a text.

gltf-its-accessor = its accessor { $number } { $problem }
gltf-unknown-type = has an unknown type
gltf-too-many-items = has { $count } items; split the level
gltf-view-beyond = uses the buffer view { $number }, which extends beyond its buffer
gltf-items-overlap = has overlapping items: each has { $size } bytes, but they are { $stride } bytes apart
gltf-items-beyond = has { $count } items from byte { $offset }, which exceed the { $bytes } bytes of its view
gltf-sparse-type = has sparse indices of an unknown type
gltf-too-many-sparse = has more sparse items than the file can contain
gltf-sparse-order = has { $count } items, but its sparse indices are out of order or out of range at index { $number }
gltf-its-buffer = cannot be used: its buffer { $number } { $problem }
gltf-buffer-empty = has neither data nor a file; export the level again
gltf-buffers-too-large = exceeds 2 GiB together with the other buffers; split the level
gltf-buffer-short = has only { $has } of its { $says } bytes; copy or export it again
gltf-buffer-is = is { $error }; export the level again
gltf-buffer-base64 = contains invalid base64 data ({ $error }); export the level again
gltf-buffer-name = is { $uri } ({ $problem })
gltf-buffer-link = is the file { $name }, a link to a file outside the level's folder; put the file next to the level
gltf-buffer-not-found = is the file { $name }, which was not found; put it next to the level
gltf-buffer-unreadable = is the file { $name }, which cannot be read ({ $error }); check its permissions
gltf-name-utf8 = a name that is not UTF-8; rename the file
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
gltf-no-asset = is JSON without an `asset`, so it is not glTF; export the level as glTF 2.0
gltf-version = is glTF version { $version }; export the level as glTF 2.0
gltf-packed = has meshes compressed with { $name }; decompress them with `npx @gltf-transform/cli copy "{ $file }" "{ $unpacked }"` and open that file
gltf-names-missing = refers to an item that the file does not have
gltf-is-missing = is missing
gltf-is-too-large = is too large
gltf-bad-value = has an invalid value
gltf-one-more-fault = {" "}(and 1 more error)
gltf-more-faults = {" "}(and { $n } more errors)
gltf-invalid = cannot be used: { $path } { $what }{ $others }; fix it or export the level again
gltf-image-format = has the unsupported format { $format }; export the level with PNG or JPEG
gltf-image-unusable = cannot be used ({ $reason })
gltf-image-plain = the image { $image } { $problem }; the plain colour is used instead
gltf-image-beyond = extends beyond its buffer
gltf-image-empty = has neither data nor a file
gltf-primitive = primitive { $primitive } of mesh { $number }
gltf-primitive-named = primitive { $primitive } of mesh { $number } ({ $name })
gltf-unknown-mode = has an unknown mode
gltf-attribute-width = has { $attribute } with { $width } components
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
gltf-units = glTF is in metres, Y up
gltf-scene-named = scene { $scene }
gltf-scene-numbered = scene { $chosen }
gltf-default-scene = The file has { $count } scenes. Its default, { $name }, is loaded.
gltf-first-scene = The file has { $count } scenes and no default. The first, { $name }, is loaded.
gltf-no-scene = The file has no scene, so all its nodes are loaded.
gltf-child-twice = cannot be used: { $child } is listed twice as a child of { $first }; export the level again
gltf-two-parents = cannot be used: { $child } is a child of both { $first } and { $second }, but a node has only one parent; export the level again
gltf-own-ancestor = cannot be used: { $node } is its own ancestor; export the level again
gltf-too-many-triangles = has { $triangles } triangles in { $places } mesh instances, more than the { $most } allowed for its file size; remove some instances
gltf-unreadable = cannot be used: { $what } cannot be read: { $problem }; export the level again
gltf-points-or-lines =
    { $count ->
        [one] { $count } primitive
       *[other] { $count } primitives
    } with points or lines
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
        [one] { $meshes } mesh is
       *[other] { $meshes } meshes are
    } used in { $places ->
        [one] { $places } place
       *[other] { $places } places
    }; each place has its own triangles.
gltf-mirrored =
    { $count ->
        [one] { $count } mesh is
       *[other] { $count } meshes are
    } mirrored by a node; the winding of the faces was reversed to keep their fronts.
gltf-chained =
    { $count ->
        [one] { $count } strip or fan primitive was
       *[other] { $count } strip or fan primitives were
    } converted to triangles.
gltf-quantized =
    { $count ->
        [one] { $count } primitive with quantised positions was
       *[other] { $count } primitives with quantised positions were
    } converted to metres.
gltf-moved-images =
    The texture coordinates of { $count ->
        [one] { $count } material
       *[other] { $count } materials
    } were transformed by KHR_texture_transform.
gltf-points-left-out =
    { $count ->
        [one] { $count } primitive
       *[other] { $count } primitives
    } with points or lines skipped
gltf-vertices-left-over =
    { $count ->
        [one] { $count } primitive has
       *[other] { $count } primitives have
    } one or two vertices beyond the last triangle, which were skipped
gltf-animations =
    { $count ->
        [one] { $count } animation
       *[other] { $count } animations
    } skipped: all nodes keep their rest pose
gltf-skins =
    { $count ->
        [one] { $count } skin
       *[other] { $count } skins
    } skipped: those meshes keep their rest pose
gltf-morphed =
    morph targets of { $count ->
        [one] { $count } primitive
       *[other] { $count } primitives
    } skipped: those meshes keep their rest shape
gltf-instanced =
    { $count ->
        [one] { $count } node is
       *[other] { $count } nodes are
    } instanced by the unsupported extension EXT_mesh_gpu_instancing, and only one instance of each is shown; export the level without that extension to see all instances
gltf-start-of-node = You start at the marked node.
gltf-start-of-node-named = You start at the node { $name }.
gltf-start-of-camera = You start at the camera.
gltf-start-of-camera-named = You start at the camera { $name }.
gltf-node = node { $node }
gltf-node-named = node { $node } ({ $name })
