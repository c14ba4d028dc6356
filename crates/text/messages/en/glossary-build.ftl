# Terms of the glossary. `.forms`: the words by which a text is searched for the term, in lower case, between commas;
# one after ~ also means something else, and is the term only where a text marks it: [[depth]].

glossary-term-build-rule = build rule
    .forms = build rule, build rules
    .definition = How a node chooses its plane among those of the faces that reach it. The whole tree follows from it.
glossary-term-candidate = candidate
    .forms = candidate, candidates
    .definition = A plane that is considered for a node: that of a face, or one across an axis. Trying all is slow in large levels.
glossary-term-score = score
    .forms = ~score, ~scores
    .definition = What a candidate is judged by. The one with the least is taken.
glossary-term-cut-weight = cut weight
    .forms = cut weight
    .definition = What each face that the plane cuts adds to its score. A larger weight avoids cuts, even where the tree gets less even.
glossary-term-imbalance-weight = imbalance weight
    .forms = imbalance weight
    .definition = What each face more on one side than on the other adds to the score. A larger weight makes a more even tree, with more cuts.
glossary-term-sample = sample
    .forms = ~sample, ~sampled
    .definition = The faces that a candidate is scored against, where scoring it against all would take too long. 0 takes all.
glossary-term-when-split = when split
    .forms = when split
    .definition = The pieces of faces that reached the node when its plane was chosen. One that was cut counts in front and behind.
glossary-term-query-cost = query cost
    .forms = query cost, cost of a query, surface area heuristic, sah
    .definition = Surface area heuristic (SAH): how much a query is expected to cost, as a cell is met in proportion to the area of its surface.
glossary-term-random-seed = random seed
    .forms = random seed
    .definition = Where the random numbers begin. Equal seeds give equal trees.
glossary-term-max-fragments = most fragments
    .definition = A node whose plane would cut the level into more pieces than this keeps its faces undivided, as a block. 0 stands for 64 for each face and 65,536 besides.
glossary-term-division = division
    .forms = ~division, ~divisions
    .definition = What one node does: its plane divides the faces that reach it into those in front, those behind, and those that it keeps.
glossary-term-what-if = what if
    .forms = what if
    .definition = Another plane for one node. Only its subtree is built anew, and compared with the one before.
