screenshot-saved = Screenshot saved to { $file }
screenshot-not-saved = The screenshot could not be saved: { $problem }.
