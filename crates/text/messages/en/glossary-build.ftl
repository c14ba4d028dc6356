# Terms of the glossary. `.forms`: forms of the term that are found in texts, in lower case, separated by commas.
# A form after ~ has other meanings, so it only counts where a text marks it: [[depth]].

glossary-term-build-rule = build rule
    .forms = build rule, build rules
    .definition = How a node chooses its plane from the planes of the faces that reach it. The rule determines the whole tree.
glossary-term-candidate = candidate
    .forms = candidate, candidates
    .definition = A plane considered for a node: the plane of a face, or a plane perpendicular to an axis. Trying all of them is slow in large levels.
glossary-term-score = score
    .forms = ~score, ~scores
    .definition = The number that ranks the candidates of a node; the lowest wins. Scores of different nodes cannot be compared.
glossary-term-cut-weight = cut weight
    .forms = cut weight
    .definition = A penalty added to the score for each face that the plane cuts. A larger weight reduces cuts, even if this makes the tree less balanced.
glossary-term-imbalance-weight = imbalance weight
    .forms = imbalance weight
    .definition = A penalty added to the score for each additional face on the larger side. A larger weight makes the tree more balanced, at the cost of more cuts.
glossary-term-sample = sample
    .forms = ~sample, ~sampled
    .definition = The faces that a candidate is scored against if scoring it against all faces would take too long. 0 means all faces.
glossary-term-when-split = when split
    .forms = when split
    .definition = The face fragments that reached the node when its plane was chosen. A fragment that is cut counts both in front and behind.
glossary-term-query-cost = expected cost
    .forms = expected cost, surface area heuristic, sah
    .definition = Predicted time of a query along a random line through the level, in node visits; a face test counts as 1.5 visits. Surface area heuristic (SAH): the chance of entering a cell is proportional to its surface area.
glossary-term-random-seed = random seed
    .forms = random seed
    .definition = Start value of the random numbers. The same seed gives the same tree.
glossary-term-max-fragments = fragment limit
    .definition = If the plane of a node would cut the level into more fragments than this, the node stores its faces undivided, as a block. 0 means 64 per face plus 65,536.
glossary-term-division = split
    .forms = ~split
    .definition = A build step that divides the faces at a node, by the node's plane, into faces in front, faces behind, and faces that the node stores.
glossary-term-what-if = what if
    .forms = what if
    .definition = A different plane, tried out at one node. Only the node's subtree is rebuilt and compared with the previous one.
