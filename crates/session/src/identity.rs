//! Identities of shared values, used as cache keys.

use std::{
    fmt,
    hash::{Hash, Hasher},
    sync::{Arc, Weak},
};

/// Identity of a shared value, such as the tree or level that a result was computed from.
///
/// Two identities are equal if they refer to the same allocation. An identity reserves the address but does not keep
/// the value alive. Cached results therefore do not prevent a tree from being dropped. The default refers to no value
/// and differs from the identity of every value.
pub struct Identity<T>(Weak<T>);

impl<T> Identity<T> {
    /// Returns the identity of a value.
    pub fn of(value: &Arc<T>) -> Self {
        Self(Arc::downgrade(value))
    }
}

impl<T> Clone for Identity<T> {
    fn clone(&self) -> Self {
        Self(Weak::clone(&self.0))
    }
}

impl<T> Default for Identity<T> {
    fn default() -> Self {
        Self(Weak::new())
    }
}

impl<T> PartialEq for Identity<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0.ptr_eq(&other.0)
    }
}

impl<T> Eq for Identity<T> {}

impl<T> Hash for Identity<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.as_ptr().hash(state);
    }
}

impl<T> fmt::Debug for Identity<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Identity({:p})", self.0.as_ptr())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identity_compares_pointers_not_values() {
        let first = Arc::new(1);
        let (same, other) = (Arc::clone(&first), Arc::new(1));
        assert_eq!(Identity::of(&first), Identity::of(&same));
        assert_ne!(Identity::of(&first), Identity::of(&other));
        assert_ne!(Identity::of(&first), Identity::default());
        assert_eq!(Identity::<i32>::default(), Identity::default());
    }

    #[test]
    fn identities_are_not_reused_after_drop() {
        let mut known = Vec::new();
        for number in 0..1000 {
            let value = Arc::new(number);
            let identity = Identity::of(&value);
            assert!(!known.contains(&identity));
            known.push(identity);
        }
    }
}
