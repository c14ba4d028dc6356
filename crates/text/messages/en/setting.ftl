# $kept is `setting-moved` or `setting-not-moved`.
setting-unreadable = The settings in { $file } cannot be read ({ $cause }): { $kept }
setting-moved = it was moved to { $aside }, and the defaults are used.
setting-not-moved = it could not be moved aside ({ $error }), and the defaults are used.
setting-line = line { $line }: { $error }
# $settings are names.
setting-left-out = Of the settings in { $file }, { $settings } cannot be used, and the defaults are. A copy of it is { $copy }.
setting-left-out-no-copy = Of the settings in { $file }, { $settings } cannot be used, and the defaults are. No copy of it could be made ({ $error }).
