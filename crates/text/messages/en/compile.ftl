# Compiled levels, their files and what is left out of them. $what and $reason are messages or errors; $at, $offset are in bytes.

compile-names-taken = every name is taken
compile-too-many-links = too many links follow each other
compile-folder-takes-none = the folder { $folder } takes no new file: { $kind }
compile-header = header
compile-ends-here = it ends here
compile-size = it has { $bytes } bytes and should have { $wanted }
compile-too-many-sections = it has more sections than there is room for
compile-checksum = the checksum is wrong
compile-table = table
compile-packing = the packing of a section is unknown
compile-section-order = a section does not begin where the one before it ends
compile-section-long = a section is longer than the file
compile-section-length = a section cannot have the length that it claims
compile-unpacked = its sections claim to unpack to { $unpacked_bytes } bytes, too many for its size
compile-follows = something follows the last section
compile-unpacks = it unpacks to { $count } bytes and should to { $length }
compile-cannot-unpack = it cannot be unpacked: { $error }
compile-sections = its sections are { $sections }, which make no level
compile-images = it has another number of images than the file
compile-no-image = a material has an image that does not exist
compile-short-names = it has more short names than it can need
compile-goes-on = its content goes on after byte { $at }, where the value ends
compile-byte = byte { $at } of its content: { $error }
compile-not-compiled = { $file } is no compiled level; compile one with `bspwalk compile LEVEL -o FILE.bspw`
compile-version = { $file } is compiled in format { $found }, and this program reads format { $version }; compile the level again
compile-damaged = { $file } is damaged: in its { $part }, from byte { $offset } on: { $what }; compile the level again
compile-opening-cancelled = opening was cancelled
compile-not-written = { $file } cannot be written: { $reason }
compile-too-large = { $file } would have { $bytes } bytes; files of 2 GiB and over are not opened; split the level
compile-outside-stays = what is outside was not left out ({ $error })
compile-open = the level is open, so that nothing counts as outside
compile-leak = the level leaks: a way leads from { $class } at ({ $x } { $y } { $z }) to the outside, so that what is outside stays; `info --pts FILE` writes that way for TrenchBroom
compile-left-out = { $left_out ->
        [one] { $left_out } triangle that nobody inside can reach is
       *[other] { $left_out } triangles that nobody inside can reach are
    } left out
compile-node-tree = the node-storing tree
compile-leaf-tree = the solid-leaf tree
compile-pvs = the PVS
compile-fixed = { $file } was compiled with { $found }, which is in it for good: leave { $option } out, or compile its source again
compile-the-level = the level { $level }
compile-own-no-air = There is no air in which both trees could be compared.
compile-own-no-pvs = The file has no PVS and hides nothing: of { $pairs } pairs of random eyes { $seen } % see each other, by our PVS { $built } % may.
compile-own-same = Both hide the same: of { $pairs } pairs of random eyes { $seen } % see each other, by ours { $built } % may, by the file's { $own } %{ $faults }.
compile-own-ours = Our PVS hides more than the file's: of { $pairs } pairs of random eyes { $seen } % see each other, by ours { $built } % may, by the file's { $own } %{ $faults }.
compile-own-file = The file's PVS hides more than ours: of { $pairs } pairs of random eyes { $seen } % see each other, by ours { $built } % may, by the file's { $own } %{ $faults }.
compile-own-fault-ours = ; ours hides { $count } pairs that do see each other
compile-own-fault-file = ; the file's hides { $count } pairs that do see each other
