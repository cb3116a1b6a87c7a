# Reads the control file of a merge by libFuzzer, which has for each input what it covers, and prints the inputs that cover
# most of what those in the folder `kept` do not: one after another the one that adds most, while there are fewer than `most`.

NR == 1 { count = $1 }
NR > 2 && NR <= 2 + count { name[NR - 3] = $0 }
$1 == "FT" && NR > 2 + count { covers[$2] = $0; gain[$2] = NF }

function covering(input,    features, length_, i) {
    length_ = split(covers[input], features, " ")
    for (i = 3; i <= length_; i++) covered[features[i]] = 1
    delete gain[input]
}

# How much an input would add.
function added(input,    features, length_, i, sum) {
    length_ = split(covers[input], features, " ")
    for (i = 3; i <= length_; i++) sum += !(features[i] in covered)
    return sum + 0
}

END {
    for (input = 0; input < count; input++) {
        if (index(name[input], kept "/") == 1) {
            covering(input)
            most--
        }
    }
    for (; most > 0; most--) {
        best = -1
        for (input in gain) {
            # What it would add can only have become less.
            if (best >= 0 && gain[input] <= gain[best]) continue
            gain[input] = added(input)
            if (best < 0 || gain[input] > gain[best]) best = input
        }
        if (best < 0 || gain[best] == 0) break
        print name[best]
        covering(best)
    }
}
