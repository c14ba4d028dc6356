# Portal files. $expected is one of the messages of this file that names a part.

portalfile-wrong = { $file }, line { $line }: { $problem }; regenerate the portal file with the compiler
portalfile-cancelled = reading the portal file was cancelled
portalfile-too-many-leaves = its header declares { $leaves } leaves, more than fit in the file
portalfile-ends-after = it ends after { $index } of the { $portals } portals that its header declares
portalfile-stands-after = unexpected { $word } after the last portal
portalfile-unexpected = found { $word } instead of { $expected }
portalfile-ends = the file ends where { $expected } is expected
portalfile-number = it begins with a number instead of { $names }; the format of Half-Life compilers is not supported
portalfile-bracket = the `{ $bracket }` of a corner
portalfile-coordinate = the coordinate { $value } is not finite or is too large
portalfile-cluster-beyond = it refers to leaf or cluster { $cluster }, but the highest number is { $last }
portalfile-no-clusters = it refers to leaf or cluster { $cluster }, but its header declares none
portalfile-few-corners =
    a portal has { $corners ->
        [one] { $corners } corner
       *[other] { $corners } corners
    }, but it needs at least three
portalfile-leaf-twice = leaf { $leaf } is assigned to a cluster twice
portalfile-leaf-beyond = it refers to leaf { $leaf }, but its header declares { $leaves } leaves
portalfile-leaf-without = leaf { $leaf } does not belong to a cluster
portalfile-number-of-leaves = the number of leaves
portalfile-number-of-portals = the number of portals
portalfile-number-of-clusters = the number of clusters
portalfile-cluster-of-leaf = the cluster of a leaf
portalfile-number-of-corners = the number of corners of a portal
portalfile-beside = the leaf or cluster next to a portal
portalfile-a-coordinate = a coordinate
portalfile-leaf-of-cluster = a leaf of a cluster, or the final −1
portalfile-dialects = PRT1, PRT1-AM or PRT2
