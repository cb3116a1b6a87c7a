# A sudoku of 16×16 cells without the 1 in its first row.
BEGIN {
    for (row = 0; row < 16; row++) {
        for (column = 0; column < 16; column++) {
            number = (4 * (row % 4) + int(row / 4) + column) % 16 + 1
            printf "%s%2s", column == 0 ? "" : column % 4 ? " " : "|", row + column ? number : "."
        }
        print ""
    }
}
