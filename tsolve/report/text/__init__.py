"""Pages as text: rows of styled pieces, plain for pipes, coloured for terminals."""
