//! What a program does wrong with memory, in words that name the object.

use super::pointers::{Dead, End, Made};
use crate::check::CheckKind;
use crate::id::{FunctionId, LocationId};
use crate::program::Program;

/// What is done with a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Doing {
    Reading(u64),
    Writing(u64),
    /// Reading a text, of which so many bytes are in the object.
    ReadingText,
    Freeing,
    /// Calling what it leads to.
    Calling,
}

impl Doing {
    fn words(self) -> String {
        let bytes = |size: u64| if size == 1 { "1 byte".to_string() } else { format!("{size} bytes") };
        match self {
            Doing::Reading(size) => format!("read of {}", bytes(size)),
            Doing::Writing(size) => format!("write of {}", bytes(size)),
            Doing::ReadingText => "read of a string".to_string(),
            Doing::Freeing => "free".to_string(),
            Doing::Calling => "call".to_string(),
        }
    }
}

/// An object that a pointer belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found {
    pub made: Made,
    pub size: u64,
    pub offset: i64,
}

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Misuse {
    /// The pointer is null, or next to it.
    Null(Doing),
    /// The pointer was never set.
    Unset(Doing),
    /// The pointer leads to no object.
    Nowhere(Doing, u64),
    /// The pointer leads to a function.
    Function(Doing),
    /// The function that the pointer leads to has another type.
    OtherType(FunctionId),
    /// The object is no more.
    Dead(Doing, Dead, i64),
    /// The object was there and nothing more is known of it.
    Gone(Doing),
    /// The access is not inside of the object.
    Outside(Doing, Found),
    /// The object must not be written.
    Constant(Doing, Found),
    /// What is freed is not on the heap.
    NotOnHeap(Found),
    /// What is freed is not the start of the object.
    Middle(Found),
    /// Memory that was not freed, and whether nothing leads to it any more.
    NotFreed { found: Found, is_lost: bool },
}

impl Misuse {
    /// The check that it violates.
    pub fn check(self) -> CheckKind {
        let of = |doing: Doing| if doing == Doing::Freeing { CheckKind::Free } else { CheckKind::Pointer };
        match self {
            Misuse::Null(doing) | Misuse::Nowhere(doing, _) | Misuse::Function(doing) => of(doing),
            Misuse::Unset(doing) | Misuse::Dead(doing, ..) | Misuse::Gone(doing) => of(doing),
            Misuse::OtherType(_) => CheckKind::Pointer,
            Misuse::Outside(..) | Misuse::Constant(..) => CheckKind::Bounds,
            Misuse::NotOnHeap(_) | Misuse::Middle(_) => CheckKind::Free,
            Misuse::NotFreed { is_lost: true, .. } => CheckKind::Leak,
            Misuse::NotFreed { is_lost: false, .. } => CheckKind::Cleanup,
        }
    }

    /// What is wrong, in words.
    pub fn describe(self, program: &Program) -> String {
        match self {
            Misuse::Null(Doing::Freeing) => "free of a null pointer".to_string(),
            Misuse::Null(doing) => format!("{} through a null pointer", doing.words()),
            Misuse::Unset(Doing::Freeing) => "free of a pointer that was never set".to_string(),
            Misuse::Unset(doing) => format!("{} through a pointer that was never set", doing.words()),
            Misuse::OtherType(function) => {
                let name = &program.function(function).name;
                format!("call through a pointer of another type than that of '{name}', to which it leads")
            }
            Misuse::Nowhere(Doing::Calling, _) => "call through a pointer that leads to no function".to_string(),
            Misuse::Nowhere(doing, number) => {
                let pointer = format!("a pointer that leads to no object ({number:#x})");
                match doing {
                    Doing::Freeing => format!("free of {pointer}"),
                    doing => format!("{} through {pointer}", doing.words()),
                }
            }
            Misuse::Function(Doing::Freeing) => "free of a function".to_string(),
            Misuse::Function(doing) => format!("{} in the code of a function", doing.words()),
            Misuse::Dead(Doing::Freeing, dead, _) => match dead.end {
                End::Freed(place) => {
                    let object = named(program, dead.made, dead.size);
                    format!("second free of {object}, freed before{}", at(program, place))
                }
                End::Left | End::Returned => {
                    format!("free of {}, which malloc did not give", named(program, dead.made, dead.size))
                }
            },
            Misuse::Dead(doing, dead, offset) => {
                let object = named(program, dead.made, dead.size);
                let end = match dead.end {
                    End::Freed(place) => format!("which was freed{}", at(program, place)),
                    End::Left => "whose block was left".to_string(),
                    End::Returned => "whose function has returned".to_string(),
                };
                format!("{}{} of {object}, {end}", doing.words(), place_in(offset))
            }
            Misuse::Gone(Doing::Freeing) => "free of an object that is no more".to_string(),
            Misuse::Gone(doing) => format!("{} in an object that is no more", doing.words()),
            Misuse::Outside(doing, found) => {
                let object = named(program, found.made, found.size);
                match found.offset {
                    offset if offset < 0 => {
                        let before = count(offset.unsigned_abs());
                        format!("{} starting {before} before {object}", doing.words())
                    }
                    offset => format!("{} at offset {offset}, past the end of {object}", doing.words()),
                }
            }
            Misuse::Constant(doing, found) => {
                let object = match found.made {
                    Made::Global(index) if program.globals[index].variable.is_none() => "a string literal".to_string(),
                    made => format!("{}, which is constant", named(program, made, found.size)),
                };
                format!("{} to {object}", doing.words())
            }
            Misuse::NotOnHeap(found) => {
                format!("free of {}, which malloc did not give", named(program, found.made, found.size))
            }
            Misuse::Middle(found) => {
                let object = named(program, found.made, found.size);
                let (side, distance) = match found.offset {
                    offset if offset < 0 => ("before", offset.unsigned_abs()),
                    offset => ("behind", offset as u64),
                };
                format!("free of a pointer {} {side} the start of {object}", count(distance))
            }
            Misuse::NotFreed { found, is_lost } => {
                let object = named(program, found.made, found.size);
                match is_lost {
                    true => format!("{object} is not freed, and nothing points to it when the program ends"),
                    false => format!("{object} is not freed when the program ends"),
                }
            }
        }
    }
}

fn count(bytes: u64) -> String {
    if bytes == 1 { "1 byte".to_string() } else { format!("{bytes} bytes") }
}

fn place_in(offset: i64) -> String {
    match offset {
        0 => String::new(),
        offset if offset < 0 => format!(" starting {} before the start", count(offset.unsigned_abs())),
        offset => format!(" at offset {offset}"),
    }
}

/// A place behind what happened there.
fn at(program: &Program, place: Option<LocationId>) -> String {
    let line = place.map(|place| program.location(program.outermost(place))).filter(|place| place.line > 0);
    line.map(|place| format!(" at line {}", place.line)).unwrap_or_default()
}

/// An object, by its name in C if it has one.
fn named(program: &Program, made: Made, size: u64) -> String {
    let variable = |variable: Option<crate::id::VariableId>| {
        let variable = program.variable(variable?);
        let line = variable.declared.map(|place| program.location(place).line).filter(|line| *line > 0);
        let line = line.map(|line| format!(" (line {line})")).unwrap_or_default();
        Some(format!("'{}'{line}", declaration(&variable.type_name, &variable.name)))
    };
    match made {
        Made::Global(index) => {
            let global = &program.globals[index];
            variable(global.variable).unwrap_or_else(|| match global.constant {
                true => format!("a string literal of {}", count(size)),
                false => format!("'{}'", global.name),
            })
        }
        Made::Variable { function, value, variable: declared } => variable(declared).unwrap_or_else(|| {
            let name = program.function(function).value(value).name.clone();
            name.map_or_else(|| format!("a variable of {}", count(size)), |name| format!("'{name}'"))
        }),
        Made::Heap(place) => format!("the {} allocated{}", count(size), at(program, place)),
        Made::Outside => "memory of others".to_string(),
        Made::Library => format!("an object of {} that belongs to the C library", count(size)),
    }
}

/// A variable as it is declared: the bounds of an array come behind its name.
fn declaration(type_name: &str, name: &str) -> String {
    match type_name.find('[') {
        Some(bounds) => format!("{} {name}{}", type_name[..bounds].trim_end(), &type_name[bounds..]),
        None if type_name.ends_with('*') => format!("{type_name}{name}"),
        None => format!("{type_name} {name}"),
    }
}
