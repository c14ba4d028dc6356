# Colours of the overlays: labels of their meanings in legends, and names of the palettes.

color-meaning-front = in front
color-meaning-back = behind
color-meaning-selected = selected
color-meaning-eye = eye
color-meaning-cut = cut
color-meaning-contact = hit
color-meaning-outside = leads outside
color-meaning-asked = query
color-meaning-reached = reached
color-meaning-missed = missed
color-meaning-candidate = candidate
color-meaning-hidden = hidden
color-meaning-face = a face of the level
color-meaning-solid = solid
color-palette-okabe-ito = Okabe–Ito, viridis
color-palette-tol = Tol bright, cividis
color-palette-ibm = IBM, magma
