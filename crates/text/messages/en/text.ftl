# The language, counts and lists.

language-name = English

# Counted things; $count is grouped by commas from 1,000 on. `.all` and `.none` begin a sentence.
text-counted-cell = { $count ->
    [one] { $count } cell
   *[other] { $count } cells
}
    .all = All { $count } cells
    .none = No cells
    .some = { $some } of { $count } { $count ->
        [one] cell
       *[other] cells
    }
text-counted-cluster = { $count ->
    [one] { $count } cluster
   *[other] { $count } clusters
}
text-counted-cut = { $count ->
    [one] { $count } cut
   *[other] { $count } cuts
}
text-counted-division = { $count ->
    [one] { $count } split
   *[other] { $count } splits
}
text-counted-empty-leaf = { $count ->
    [one] { $count } empty leaf
   *[other] { $count } empty leaves
}
    .all = All { $count } empty leaves
    .none = No empty leaves
    .some = { $some } of { $count } { $count ->
        [one] empty leaf
       *[other] empty leaves
    }
text-counted-entity = { $count ->
    [one] { $count } entity
   *[other] { $count } entities
}
    .all = All { $count } entities
    .none = No entities
    .some = { $some } of { $count } { $count ->
        [one] entity
       *[other] entities
    }
text-counted-face = { $count ->
    [one] { $count } face
   *[other] { $count } faces
}
    .all = All { $count } faces
    .none = No faces
    .some = { $some } of { $count } { $count ->
        [one] face
       *[other] faces
    }
text-counted-face-and-portal = { $count ->
    [one] { $count } face or portal
   *[other] { $count } faces and portals
}
    .all = All { $count } faces and portals
    .none = No faces or portals
    .some = { $some } of { $count } { $count ->
        [one] face or portal
       *[other] faces and portals
    }
text-counted-film = { $count ->
    [one] { $count } film
   *[other] { $count } films
}
text-counted-fragment = { $count ->
    [one] { $count } fragment
   *[other] { $count } fragments
}
text-counted-interface = { $count ->
    [one] { $count } interface
   *[other] { $count } interfaces
}
text-counted-leaf = { $count ->
    [one] { $count } leaf
   *[other] { $count } leaves
}
    .all = All { $count } leaves
    .none = No leaves
    .some = { $some } of { $count } { $count ->
        [one] leaf
       *[other] leaves
    }
text-counted-leaf-with-faces = { $count ->
    [one] { $count } leaf with faces
   *[other] { $count } leaves with faces
}
    .all = All { $count } leaves with faces
    .none = No leaves with faces
    .some = { $some } of { $count } { $count ->
        [one] leaf with faces
       *[other] leaves with faces
    }
text-counted-leg = { $count ->
    [one] { $count } leg
   *[other] { $count } legs
}
text-counted-line = { $count ->
    [one] { $count } line
   *[other] { $count } lines
}
text-counted-miniseg = { $count ->
    [one] { $count } miniseg
   *[other] { $count } minisegs
}
text-counted-node = { $count ->
    [one] { $count } node
   *[other] { $count } nodes
}
    .all = All { $count } nodes
    .none = No nodes
    .some = { $some } of { $count } { $count ->
        [one] node
       *[other] nodes
    }
text-counted-node-visit = { $count ->
    [one] { $count } node visit
   *[other] { $count } node visits
}
text-counted-node-with-faces = { $count ->
    [one] { $count } node with faces
   *[other] { $count } nodes with faces
}
    .all = All { $count } nodes with faces
    .none = No nodes with faces
    .some = { $some } of { $count } { $count ->
        [one] node with faces
       *[other] nodes with faces
    }
text-counted-other = { $count ->
    [one] { $count } other
   *[other] { $count } others
}
text-counted-pair = { $count ->
    [one] { $count } pair
   *[other] { $count } pairs
}
text-counted-piece = { $count ->
    [one] { $count } fragment
   *[other] { $count } fragments
}
text-counted-place = { $count ->
    [one] { $count } place
   *[other] { $count } places
}
text-counted-plane = { $count ->
    [one] { $count } plane
   *[other] { $count } planes
}
    .all = All { $count } planes
    .none = No planes
    .some = { $some } of { $count } { $count ->
        [one] plane
       *[other] planes
    }
text-counted-point = { $count ->
    [one] { $count } point
   *[other] { $count } points
}
text-counted-portal = { $count ->
    [one] { $count } portal
   *[other] { $count } portals
}
    .all = All { $count } portals
    .none = No portals
    .some = { $some } of { $count } { $count ->
        [one] portal
       *[other] portals
    }
text-counted-question = { $count ->
    [one] { $count } question
   *[other] { $count } questions
}
text-counted-partition-line = { $count ->
    [one] { $count } partition line
   *[other] { $count } partition lines
}
    .all = All { $count } partition lines
    .none = No partition lines
    .some = { $some } of { $count } { $count ->
        [one] partition line
       *[other] partition lines
    }
text-counted-query = { $count ->
    [one] { $count } query
   *[other] { $count } queries
}
text-counted-seg = { $count ->
    [one] { $count } seg
   *[other] { $count } segs
}
text-counted-letter = { $count ->
    [one] { $count } letter
   *[other] { $count } letters
}
text-counted-solid-leaf = { $count ->
    [one] { $count } solid leaf
   *[other] { $count } solid leaves
}
    .all = All { $count } solid leaves
    .none = No solid leaves
    .some = { $some } of { $count } { $count ->
        [one] solid leaf
       *[other] solid leaves
    }
text-counted-pvs-step = { $count ->
    [one] { $count } PVS step
   *[other] { $count } PVS steps
}
text-counted-step = { $count ->
    [one] { $count } step
   *[other] { $count } steps
}
text-counted-test = { $count ->
    [one] { $count } test
   *[other] { $count } tests
}
text-counted-tree = { $count ->
    [one] { $count } tree
   *[other] { $count } trees
}
text-counted-triangle = { $count ->
    [one] { $count } triangle
   *[other] { $count } triangles
}
text-counted-warning = { $count ->
    [one] { $count } warning
   *[other] { $count } warnings
}
text-counted-normal = { $count ->
    [one] { $count } normal
   *[other] { $count } normals
}
    .all = All { $count } normals
    .none = No normals
    .some = { $some } of { $count } { $count ->
        [one] normal
       *[other] normals
    }
text-counted-split-plane = { $count ->
    [one] { $count } split plane
   *[other] { $count } split planes
}
    .all = All { $count } split planes
    .none = No split planes
    .some = { $some } of { $count } { $count ->
        [one] split plane
       *[other] split planes
    }

# Two sentences, one after the other.
text-sentences = { $first } { $second }

# The commas between clauses and between the parts of a list, the last two parts of a list, and the end of a sentence.
text-comma = ,{" "}
text-list = ,{" "}
text-and = { $first } and { $last }
text-or = { $first } or { $last }
text-semicolon = ;{" "}
text-sentence = { $text }.
