# The command palette.

palette-query = Find a command: { $query }_
palette-search = Type part of a command
palette-none = No command matches.
palette-in-menu = { $menu }: { $item }
