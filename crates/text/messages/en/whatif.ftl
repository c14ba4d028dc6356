whatif-subtree = the subtree of node { $node }
whatif-not-taken = The plane was not taken: { $reason }
