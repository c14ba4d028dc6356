replay-title = 以半速回放最近几秒
replay-you = 你，使用 `{ $method }`
replay-never = 从未进入墙里
replay-in-wall = { $steps } 步中有 { $inside } 步在墙里
replay-ati = 幽灵，用 ATI 示例的推出（2006）：{ $walls }
replay-apart = 它们最终相距 { $apart } m。
replay-label-you = 你
replay-label-ghost = 幽灵
