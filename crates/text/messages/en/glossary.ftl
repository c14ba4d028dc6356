# The glossary as a Markdown page, and the format of a term.

glossary-title = Glossary
glossary-introduction =
    Generated from `crates/explain/src/glossary` by `cargo run -p bspwalk_explain --example glossary`. In the window, the same definitions appear when you point at a term.

    The last table lists the sources.
glossary-head-term = term
glossary-head-definition = definition
glossary-head-source = source
glossary-sources = Sources
glossary-head-work = reference
glossary-head-place = link
# A name in a language other than English, followed by the English word.
glossary-both-names = { $name } ({ $english })

# Subjects.
glossary-group-trees = Trees
glossary-group-build = Building
glossary-group-leaves = Leaves
glossary-group-visibility = Visibility and order
glossary-group-motion = Queries and motion
glossary-group-level = Levels and views
glossary-group-program = Settings

# Words that contain a form of a term but are not the term, separated by commas. Needed by languages without spaces between words.
glossary-no-terms = { "" }
