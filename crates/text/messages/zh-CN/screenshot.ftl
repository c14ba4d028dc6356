screenshot-saved = 截图已保存到 { $file }
screenshot-not-saved = 截图无法保存：{ $problem }。
