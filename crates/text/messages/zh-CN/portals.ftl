# 入口文件的入口与树的入口并排；面积单位为平方米。

portals-compared = 文件的 { $file } 个入口中有 { $same } 个与树的 { $tree } 个入口相符。只在文件中的有 { $only_file } m²，只在树中的有 { $only_tree } m²。
