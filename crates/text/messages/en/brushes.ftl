brushes-all = the brushes
brushes-unseen = No face of brush { $number } is visible.
brushes-written = { $file } was written. Brush { $number } is a detail brush in this copy.
