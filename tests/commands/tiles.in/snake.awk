# A board of `side` rows and columns, an even number, or its solution (`moves`): the blank follows a snake through all cells.
BEGIN {
    print moves ? "" : side
    for (row = 0; row < side; row++) {
        is_right = row % 2 == 0
        if (moves) print (is_right ? "R" : "L") side - 1, row < side - 1 ? "U" : ""
        for (column = 0; !moves && column < side; column++) {
            last = is_right ? side - 1 : 0
            next_one = column == last ? (row - 1) * side + column : row * side + column + (is_right ? 1 : -1)
            printf "%d ", next_one < 0 ? 0 : next_one + 1
        }
        print ""
    }
}
