brushes-all = the brushes
brushes-unseen = No face of brush { $number } is visible.
brushes-written = { $file } was written, with brush { $number } as detail.
