dialog-missing = No file dialog is available. Install xdg-desktop-portal or zenity, drop a file on the window, or start with `bspwalk FILE`.
dialog-open = Open a level
dialog-levels = Levels
dialog-all = All files
dialog-textures = Folder with images or WAD files
