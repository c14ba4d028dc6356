# Portal files. $expected is one of the messages of this file that names a part.

portalfile-wrong = { $file }, line { $line }: { $problem }; let the compiler write the portal file again
portalfile-cancelled = reading the portal file was cancelled
portalfile-too-many-leaves = its header counts { $leaves } leaves, more than the file has room for
portalfile-ends-after = it ends after { $index } of the { $portals } portals that its header counts
portalfile-stands-after = { $word } stands after all that the header counts
portalfile-unexpected = { $word } stands where { $expected } is expected
portalfile-ends = the file ends where { $expected } is expected
portalfile-number = it begins with a number instead of { $names }, as those of Half-Life's compilers do, which are not read
portalfile-bracket = `{ $bracket }` of a corner
portalfile-coordinate = the coordinate { $value } is not finite, or beyond reason
portalfile-cluster-beyond = it names the leaf or cluster { $cluster }, but they are 0 to { $last }
portalfile-no-clusters = it names the leaf or cluster { $cluster }, but its header counts none
portalfile-few-corners = a portal has { $corners } corners, and needs three at least
portalfile-leaf-twice = leaf { $leaf } is in two clusters, or twice in one
portalfile-leaf-beyond = it names the leaf { $leaf }, but its header counts { $leaves } leaves
portalfile-leaf-without = leaf { $leaf } is in no cluster
portalfile-number-of-leaves = the number of leaves
portalfile-number-of-portals = the number of portals
portalfile-number-of-clusters = the number of clusters
portalfile-cluster-of-leaf = the cluster of a leaf
portalfile-number-of-corners = the number of a portal's corners
portalfile-beside = the leaf or cluster beside a portal
portalfile-a-coordinate = a coordinate
portalfile-leaf-of-cluster = a leaf of a cluster, or −1 after its last one,
portalfile-dialects = PRT1, PRT1-AM or PRT2
