# The glossary as a page in Markdown, and how a term is shown.

glossary-title = Glossary
glossary-introduction =
    Made of `crates/explain/src/glossary` by `cargo run -p bspwalk_explain --example glossary`: the window shows the same definitions at the pointer.

    The last table says what the sources are.
glossary-head-term = term
glossary-head-definition = means
glossary-head-source = source
glossary-sources = Sources
glossary-head-work = what it is
glossary-head-place = where
# A name in a language other than English, with the English word beside it.
glossary-both-names = { $name } ({ $english })

# Subjects.
glossary-group-trees = Trees
glossary-group-build = Building
glossary-group-leaves = Leaves
glossary-group-visibility = Visibility and order
glossary-group-motion = Queries and motion
glossary-group-level = Levels and views
glossary-group-program = Settings

# Words that contain a form of a term and are none, between commas. Languages without spaces between words need them.
glossary-no-terms = { "" }
