# Texts of the files that commands write, and of writing them: palettes, graphs, pages.

figure-choosing-colours = Choosing 256 colours
figure-leaf = leaf { $leaf }
figure-outside = outside
figure-solid = solid
figure-empty = empty
# $films, $steps and $questions: counted, with their noun.
figure-sheet-written = { $file }: { $films } with { $steps }, and { $questions } ({ $kilobytes } kB)
