screenshot-saved = Screenshot saved to { $file }
screenshot-not-saved = The screenshot was not saved: { $problem }.
