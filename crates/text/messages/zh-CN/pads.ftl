# 手柄。

pads-not-readable = 已接入手柄，但你不能读取 { $file }。请直接在这台机器上登录，或加入 `input` 组（sudo usermod -aG input $USER）后重新登录
