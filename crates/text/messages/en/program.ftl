# The section Program of the panel.

program-language = Language
program-language-of-system = system's
