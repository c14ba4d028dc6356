# $kept is `setting-moved` or `setting-not-moved`.
setting-unreadable = The settings in { $file } could not be read ({ $cause }): { $kept }
setting-moved = the file was moved to { $aside }, and the defaults are used.
setting-not-moved = the file could not be moved ({ $error }), and the defaults are used.
setting-line = line { $line }: { $error }
# $settings are names.
setting-left-out = These settings in { $file } cannot be used, so their defaults apply: { $settings }. A copy of the file was saved as { $copy }.
setting-left-out-no-copy = These settings in { $file } cannot be used, so their defaults apply: { $settings }. The file could not be copied ({ $error }).
