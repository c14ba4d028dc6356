brushes-all = the brushes
brushes-unseen = No face of brush { $number } can be seen.
brushes-written = Written: { $file }, with brush { $number } as detail.
