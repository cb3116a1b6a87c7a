# A tray of three columns and walls, a piece that fills a column, a cell, and `kinds` colours of a pentomino that is not used.
BEGIN {
    for (kind = 0; kind < kinds; kind++) print "piece f" kind ": 0 colour c" kind "\n.XX\nXX.\n.X.\n"
    print "piece x:\nX\n\npiece z: 1 fixed"
    for (row = 0; row < 256; row++) print "X"
    walls = sprintf("%253s", "")
    gsub(/ /, "#", walls)
    print "\nboard:\n..." walls
    for (row = 1; row < 256; row++) print "..."
}
