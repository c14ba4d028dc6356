# 门户文件的门户与树的门户并排；面积单位为平方米。

portals-compared = 文件的 { $file } 个门户中有 { $same } 个与树的 { $tree } 个门户之一匹配。只在文件中的有 { $only_file } m²，只在树中的有 { $only_tree } m²。
