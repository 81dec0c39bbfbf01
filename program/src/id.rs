//! Small `Copy` handles into the arenas of a program.

use std::fmt;

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// The handle of the item at a position of its arena.
            pub fn new(index: usize) -> Self {
                $name(u32::try_from(index).expect("an arena holds less than 2^32 items"))
            }

            /// The position in the arena.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({})", stringify!($name), self.0)
            }
        }
    };
}

handle! {
    /// A function of a program.
    FunctionId
}
handle! {
    /// A global object of a program.
    GlobalId
}
handle! {
    /// The memory layout of a type, in a program.
    LayoutId
}
handle! {
    /// A place in the user's source, in a program.
    LocationId
}
handle! {
    /// A variable of the user's source, in a program.
    VariableId
}
handle! {
    /// A type of the user's source, in a program.
    SourceTypeId
}
handle! {
    /// A block of a function.
    BlockId
}
handle! {
    /// A value of a function: a parameter, a constant, or what a phi or a command defines.
    ValueId
}
