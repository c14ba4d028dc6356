# Compiled levels, their files and what is left out of them. $what and $reason are messages or errors; $at, $offset are in bytes.

compile-names-taken = all file names are taken
compile-too-many-links = there are too many links in a row
compile-folder-takes-none = no file can be created in the folder { $folder }: { $kind }
compile-header = header
compile-ends-here = the file ends here
compile-size = it has { $bytes } bytes instead of { $wanted }
compile-too-many-sections = it has too many sections for its size
compile-checksum = the checksum is wrong
compile-table = table
compile-packing = the compression of a section is unknown
compile-section-order = a section does not start where the previous one ends
compile-section-long = a section is longer than the file
compile-section-length = the length of a section is impossible
compile-unpacked = its sections claim to decompress to { $unpacked_bytes } bytes, too many for its size
compile-follows = there is data after the last section
compile-unpacks = it decompresses to { $count } bytes instead of { $length }
compile-cannot-unpack = it cannot be decompressed: { $error }
compile-sections = its sections are { $sections }, which do not form a level
compile-images = its number of images differs from that in the file
compile-hints = its corners do not form hints
compile-no-image = the image of a material does not exist
compile-short-names = it has more short names than possible
compile-goes-on = there is data after the value, which ends at byte { $at }
compile-byte = byte { $at } of its content: { $error }
compile-not-compiled = { $file } is not a compiled level; compile one with `bspwalk compile LEVEL -o FILE.bspw`
compile-version = { $file } has format { $found }, but this program reads formats { $oldest } to { $version }; compile the level again
compile-damaged = { $file } is damaged in its { $part }, at byte { $offset }: { $what }; compile the level again
compile-opening-cancelled = opening was cancelled
compile-not-written = { $file } cannot be written: { $reason }
compile-too-large = { $file } would have { $bytes } bytes, but files of 2 GiB or more cannot be opened; split the level
compile-outside-stays = the outside was not removed ({ $error })
compile-open = the level is open, so there is no outside to remove
compile-leak = the level leaks: a path leads from { $class } at ({ $x } { $y } { $z }) to the outside, so the outside was not removed; write the path for TrenchBroom with `info --pts FILE`
compile-left-out = { $left_out ->
        [one] { $left_out } triangle that cannot be reached from inside was
       *[other] { $left_out } triangles that cannot be reached from inside were
    } removed
compile-node-tree = the node-storing tree
compile-leaf-tree = the solid-leaf tree
compile-pvs = the PVS
compile-fixed = { $file } was compiled with { $found }, which cannot be changed: omit { $option }, or compile its source again
compile-the-level = the level { $level }
compile-own-no-air = The trees have no empty space in common to compare.
compile-own-no-pvs = The file has no PVS, so it hides nothing. Of { $pairs } pairs of random viewpoints, { $seen } % see each other; our PVS allows { $built } %.
compile-own-same = Both hide equally much. Of { $pairs } pairs of random viewpoints, { $seen } % see each other; our PVS allows { $built } %, the file's { $own } %{ $faults }.
compile-own-ours = Our PVS hides more than the file's. Of { $pairs } pairs of random viewpoints, { $seen } % see each other; our PVS allows { $built } %, the file's { $own } %{ $faults }.
compile-own-file = The file's PVS hides more than ours. Of { $pairs } pairs of random viewpoints, { $seen } % see each other; our PVS allows { $built } %, the file's { $own } %{ $faults }.
compile-own-fault-ours = ; our PVS wrongly hides { $count } of the visible pairs
compile-own-fault-file = ; the file's PVS wrongly hides { $count } of the visible pairs
compile-lesson-segment = Three triangles and a segment that hits the last one
compile-lesson-splits = Seven triangles with corners on one splitting plane
compile-lesson-axis = A triangle and a box, separated by one of thirteen axes
compile-lesson-hole = Two rooms, and a hole in a wall with solid space behind it
