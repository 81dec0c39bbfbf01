//! Small programs and the regions they must have.

use super::{Outside, Regions, Shape};
use crate::Program;

/// A program whose entry has this body, with a few globals.
fn parse(body: &str) -> Program {
    let text = format!(
        r#"program pointers 64 entry @main

layout $0 = i32 size 4 align 4
layout $1 = struct "pair" {{ 0: "x" $0, 4: "y" $0 }} size 8 align 4
layout $2 = array 10 $1 size 80 align 4
layout $3 = opaque size 16 align 8
layout $4 = ptr size 8 align 8
layout $5 = array 10 $0 size 40 align 4

global @a $0 = {{}}
global @b $0 = {{}}
global @pair $1 = {{}}
global @other $1 = {{}}
global @table $2 = {{}}
global @numbers $5 = {{}}
global @link $4 = {{ 0: ptr @pair+4 }}
global @calls $4 = {{ 0: ptr @callee }}
global @foreign $3 = any

declare @external(%0: ptr) -> ptr

function @callee(%p: ptr) -> ptr {{
entry:
  store i32 1, %p
  return ptr %p
}}

function @main() -> i32 {{
entry:
{body}
}}
"#
    );
    let program = Program::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(program.validate(), Ok(()));
    program
}

/// The regions without where they are accessed, one in a line.
fn regions(body: &str) -> Vec<String> {
    let program = parse(body);
    let regions = Regions::of(&program);
    let text = regions.print(&program);
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines().skip(2) {
        if let Some(rest) = line.strip_prefix("region ") {
            lines.push(rest.split_once(' ').unwrap().1.to_string());
        } else if let Some(rest) = line.strip_prefix("  in ") {
            let last = lines.last_mut().unwrap();
            last.push_str(" | ");
            last.push_str(rest);
        }
    }
    lines
}

fn check(body: &str, expected: &[&str]) {
    assert_eq!(regions(body), expected, "{body}");
}

#[test]
fn fields_of_a_struct_are_cells_of_their_own() {
    check(
        "  store i32 1, @pair\n  %y = address @pair, 4\n  %v = load i32, %y\n  return i32 %v",
        &[
            "\"pair.x\" cell 4 numbered never read | pair + 0, of 8 bytes",
            "\"pair.y\" cell 4 numbered never written | pair + 4, of 8 bytes",
        ],
    );
}

#[test]
fn fields_of_the_elements_of_an_array_are_words() {
    check(
        "  %i = nondet i32 undef\n  %x = address @table, 0, 8 * i32 %i\n  %y = address %x, 4\n  store i32 1, %x\n  \
         %v = load i32, %y\n  %w = load i32, %x\n  return i32 %v",
        &[
            "\"table[].x\" words 4 numbered | table + 0 + 8 * (0..10), of 80 bytes",
            "\"table[].y\" words 4 numbered never written | table + 4 + 8 * (0..10), of 80 bytes",
        ],
    );
}

#[test]
fn a_pointer_that_walks_makes_words() {
    check(
        "  jump loop\nloop:\n  %p = phi ptr [@numbers, entry], [%q, loop]\n  store i32 0, %p\n  %q = address %p, 4\n  \
         %c = nondet i1 undef\n  branch %c, loop, end\nend:\n  %r = address @numbers, 8\n  %v = load i32, %r\n  return i32 %v",
        &["\"numbers[]\" words 4 | numbers + 0 + 4 * (0..10), of 40 bytes"],
    );
}

#[test]
fn pointers_to_either_of_two_make_words_of_both() {
    check(
        "  %c = nondet i1 undef\n  %p = select %c, ptr @a, @b\n  store i32 1, %p\n  %v = load i32, @a\n  return i32 %v",
        &["\"a\" words 4 | a + 0, of 4 bytes | b + 0, of 4 bytes"],
    );
}

#[test]
fn null_points_to_nothing() {
    check(
        "  %c = nondet i1 undef\n  %p = select %c, ptr @a, null\n  %q = select %c, ptr @b, null\n  store i32 1, %p\n  \
         store i32 1, null\n  %v = load i32, %q\n  return i32 %v",
        &["\"a\" cell 4 never read | a + 0, of 4 bytes", "\"b\" cell 4 never written | b + 0, of 4 bytes"],
    );
    let program = parse("  store i32 1, null\n  return i32 0");
    let main = program.entry.unwrap();
    let null = crate::ValueId(1);
    assert_eq!(Regions::of(&program).access(main, null), None);
}

#[test]
fn accesses_that_overlap_make_bytes_of_what_they_touch() {
    check(
        "  %p = alloca $3\n  %q = address %p, 2\n  store i32 1, %p\n  store i32 1, %q\n  %r = address %p, 8\n  \
         store i64 2, %r\n  %v = load i32, %p\n  return i32 %v",
        &[
            "\"%p\" bytes numbered | %p + 0 + 1 * (0..6), of 16 bytes",
            "\"%p+8\" cell 8 numbered never read | %p + 8, of 16 bytes",
        ],
    );
}

#[test]
fn what_is_allocated_in_a_loop_is_more_than_one() {
    check(
        "  %one = allocate i64 8\n  store i32 1, %one\n  %u = load i32, %one\n  jump loop\nloop:\n  %p = allocate i64 8\n  \
         store i32 1, %p\n  %v = load i32, %p\n  %c = nondet i1 undef\n  branch %c, loop, end\nend:\n  return i32 %u",
        &[
            "\"heap %one\" cell 4 numbered | heap %one + 0, of 8 bytes",
            "\"heap %p\" words 4 | heap %p + 0, of 8 bytes, more than one",
        ],
    );
}

#[test]
fn a_list_has_regions_for_its_fields() {
    check(
        "  jump loop\nloop:\n  %head = phi ptr [null, entry], [%n, loop]\n  %n = allocate i64 16\n  store i32 1, %n\n  \
         %next = address %n, 8\n  store ptr %head, %next\n  %c = nondet i1 undef\n  branch %c, loop, walk\nwalk:\n  \
         %p = phi ptr [%n, loop], [%after, walk]\n  %v = load i32, %p\n  %link = address %p, 8\n  \
         %after = load ptr, %link\n  %d = eq ptr %after, null\n  branch %d, end, walk\nend:\n  return i32 %v",
        &[
            "\"heap %n\" words 4 | heap %n + 0, of 16 bytes, more than one",
            "\"heap %n+8\" words 8 | heap %n + 8, of 16 bytes, more than one",
        ],
    );
}

#[test]
fn initial_values_hold_addresses() {
    check(
        "  %p = load ptr, @link\n  store i32 1, %p\n  %y = address @pair, 4\n  %v = load i32, %y\n  return i32 %v",
        &["\"pair.y\" cell 4 | pair + 4, of 8 bytes", "\"link\" cell 8 numbered never written | link + 0, of 8 bytes"],
    );
}

#[test]
fn copies_hand_on_addresses_and_fields() {
    // What is read of the copy only is read of the original.
    check(
        "  %p = alloca $3\n  %q = alloca $3\n  store ptr @a, %p\n  %p8 = address %p, 8\n  store i64 5, %p8\n  \
         memcpy ptr %q, ptr %p, i64 16\n  %r = load ptr, %q\n  store i32 1, %r\n  %v = load i32, @a\n  return i32 %v",
        &[
            "\"a\" cell 4 | a + 0, of 4 bytes",
            "\"%p\" cell 8 numbered | %p + 0, of 16 bytes",
            "\"%p+8\" cell 8 numbered never read | %p + 8, of 16 bytes",
            "\"%q\" cell 8 numbered | %q + 0, of 16 bytes",
        ],
    );
}

#[test]
fn copies_of_parts_make_bytes_at_both_ends() {
    check(
        "  memcpy ptr @pair, ptr @other, i64 6\n  %p = address @pair, 4\n  %v = load i32, %p\n  %w = load i32, @pair\n  \
         return i32 %v",
        &[
            "\"pair.x\" cell 4 numbered | pair + 0, of 8 bytes",
            "\"pair.y\" bytes numbered | pair + 4 + 1 * (0..4), of 8 bytes",
            "\"other.x\" cell 4 numbered never written | other + 0, of 8 bytes",
            "\"other.y\" bytes numbered never written | other + 4 + 1 * (0..2), of 8 bytes",
        ],
    );
}

#[test]
fn arrays_copied_to_arrays_keep_their_words() {
    check(
        "  %i = nondet i64 undef\n  %p = address @numbers, 0, 4 * i64 %i\n  %h = allocate i64 40\n  \
         memcpy ptr %h, ptr @numbers, i64 40\n  store i32 1, %p\n  %q = address %h, 12\n  %v = load i32, %q\n  return i32 %v",
        &[
            "\"numbers[]\" words 4 numbered | numbers + 0 + 4 * (0..10), of 40 bytes",
            "\"heap %h\" words 4 numbered | heap %h + 0 + 4 * (0..10), of 40 bytes",
        ],
    );
}

#[test]
fn calls_through_addresses_reach_what_they_are_given() {
    check(
        "  %f = load ptr, @calls\n  %r = call ptr *%f(ptr @a)\n  %v = load i32, @a\n  %w = load i32, %r\n  \
         %u = load i32, @b\n  return i32 %v",
        &[
            "\"a\" cell 4 | a + 0, of 4 bytes",
            "\"b\" cell 4 numbered never written | b + 0, of 4 bytes",
            "\"calls\" cell 8 numbered never written | calls + 0, of 8 bytes",
        ],
    );
}

#[test]
fn integers_carry_addresses() {
    // Through an integer and back, with a constant added, nothing is lost.
    check(
        "  %n = ptrtoint ptr @pair to i64\n  %m = add i64 %n, 4\n  %p = inttoptr i64 %m to ptr\n  store i32 1, %p\n  \
         %v = load i32, @pair\n  return i32 %v",
        &[
            "\"pair.x\" cell 4 numbered never written | pair + 0, of 8 bytes",
            "\"pair.y\" cell 4 never read | pair + 4, of 8 bytes",
        ],
    );
    // Whatever else is computed may be the address of anything that became a number.
    check(
        "  %n = ptrtoint ptr @pair to i64\n  %m = mul i64 %n, 1\n  %p = inttoptr i64 %m to ptr\n  store i32 1, %p\n  \
         %v = load i32, @pair\n  %w = load i32, @a\n  return i32 %v",
        &[
            "\"a\" cell 4 numbered never written | a + 0, of 4 bytes",
            "\"pair.x\" bytes | pair + 0 + 1 * (0..8), of 8 bytes",
        ],
    );
    // Nobody can guess an address that never became a number.
    let guess = "  %n = nondet i64 input \"n\"\n  %p = inttoptr i64 %n to ptr\n  store i32 1, %p\n  %v = load i32, @a\n  \
                 return i32 %v";
    check(guess, &["\"a\" cell 4 numbered never written | a + 0, of 4 bytes"]);
}

#[test]
fn differences_of_addresses_expose_nothing() {
    check(
        "  %i = nondet i64 undef\n  %p = address @numbers, 0, 4 * i64 %i\n  %a = ptrtoint ptr %p to i64\n  \
         %b = ptrtoint ptr @numbers to i64\n  %d = sub i64 %a, %b\n  %q = address @numbers, 0, 4 * i64 %d\n  \
         %x = nondet ptr external \"x\"\n  store i32 5, %x\n  store i32 1, %q\n  %v = load i32, %p\n  return i32 %v",
        &[
            "\"numbers[]\" words 4 numbered | numbers + 0 + 4 * (0..10), of 40 bytes",
            "\"outside\" bytes open never read",
        ],
    );
}

#[test]
fn pointers_copied_byte_by_byte_are_found() {
    let text = "  %p = alloca $3\n  %q = alloca $3\n  store ptr @a, %p\n  jump loop\nloop:\n  \
                %i = phi i64 [0, entry], [%j, loop]\n  %f = address %p, 0, 1 * i64 %i\n  %t = address %q, 0, 1 * i64 %i\n  \
                %c = load i8, %f\n  store i8 %c, %t\n  %j = add i64 %i, 1\n  %m = ult i64 %j, 8\n  \
                branch %m, loop, end\nend:\n  %r = load ptr, %q\n  store i32 1, %r\n  %v = load i32, @a\n  return i32 %v";
    let program = parse(text);
    let regions = Regions::of(&program);
    let a = &regions.regions[0];
    assert_eq!((a.name.as_str(), a.shape, a.written, a.read), ("a", Shape::Bytes, true, true));
}

#[test]
fn what_comes_from_outside_points_outside() {
    check(
        "  %p = call ptr @external(ptr @a)\n  %q = load ptr, @foreign\n  store i32 1, %p\n  store i32 1, @a\n  \
         %v = load i32, %q\n  return i32 %v",
        &[
            "\"a\" cell 4 numbered never read | a + 0, of 4 bytes",
            "\"foreign\" cell 8 numbered never written | foreign + 0, of 16 bytes",
            "\"outside\" bytes open",
        ],
    );
}

#[test]
fn what_comes_from_outside_can_be_assumed_to_be_apart() {
    let program = parse(
        "  %p = call ptr @external(ptr @a)\n  %q = call ptr @external(ptr @a)\n  %y = address %p, 4\n  store i32 1, %p\n  \
         store i32 2, %y\n  %v = load i32, %q\n  return i32 %v",
    );
    let shapes = |outside| {
        let regions = Regions::with(&program, outside).regions;
        regions.iter().map(|region| (region.shape, region.open)).collect::<Vec<_>>()
    };
    assert_eq!(shapes(Outside::Anywhere), [(Shape::Bytes, true)]);
    assert_eq!(shapes(Outside::Apart), [(Shape::Words(4), true); 3]);
}

#[test]
fn bytes_that_move_within_an_array_make_words() {
    check(
        "  %p = address @numbers, 4\n  memcpy ptr @numbers, ptr %p, i64 36\n  %v = load i32, @numbers\n  return i32 %v",
        &["\"numbers[]\" words 4 numbered | numbers + 0 + 4 * (0..10), of 40 bytes"],
    );
}

#[test]
fn chains_of_copies_come_to_an_end() {
    // What is read is copied around in a circle, each time four bytes further.
    let body = "  %n = nondet i64 undef\n  %h = allocate i64 %n\n  %k = allocate i64 %n\n  %m = address %k, 4\n  \
                memcpy ptr %h, ptr %m, i64 %n\n  memcpy ptr %k, ptr %h, i64 %n\n  %v = load i32, %h\n  %w = load i32, @a\n  \
                return i32 %v";
    check(
        body,
        &[
            "\"a\" cell 4 numbered never written | a + 0, of 4 bytes",
            "\"heap %h\" bytes | heap %h + 0 + 1 * (0..) | heap %k + 0 + 1 * (0..)",
        ],
    );
}

#[test]
fn offsets_wrap_at_the_width_of_pointers() {
    let text = "program pointers 32 entry @main\nlayout $0 = opaque size 8 align 4\nglobal @s $0 = {}\n\
                function @main() -> i32 {\nentry:\n  %p = address @s, 8\n  %n = ptrtoint ptr %p to i32\n  \
                %m = add i32 %n, 4294967292\n  %q = inttoptr i32 %m to ptr\n  %v = load i32, %q\n  return i32 %v\n}";
    let program = Program::parse(text).unwrap();
    let regions = Regions::of(&program).regions;
    assert_eq!(
        regions.iter().map(|region| (region.shape, region.parts[0].offset)).collect::<Vec<_>>(),
        [(Shape::Cell(4), 4)]
    );
}

#[test]
fn cells_of_ranges_are_listed() {
    let program = parse(
        "  %y = address @pair, 4\n  %v = load i32, %y\n  %i = nondet i64 undef\n  %p = address @numbers, 0, 4 * i64 %i\n  \
         store i32 1, %p\n  memset ptr @pair, i8 0, i64 8\n  memset ptr @numbers, i8 0, i64 12\n  return i32 %v",
    );
    let main = program.entry.unwrap();
    let function = program.function(main);
    let regions = Regions::of(&program);
    let value = |name: &str| {
        let is_it = |value: &crate::ValueId| match function.constant_of(*value) {
            Some(crate::Constant::Global(global, 0)) => program.global(*global).name == name,
            _ => false,
        };
        (0..function.value_count()).map(crate::ValueId::new).find(is_it).unwrap()
    };
    let cells = |name: &str, size| {
        let spans = regions.spans(main, value(name), size);
        spans.into_iter().map(|span| (regions.region(span.region).name.clone(), span.cells)).collect::<Vec<_>>()
    };
    assert_eq!(cells("pair", Some(8)), [("pair.y".to_string(), Some(vec![4]))]);
    assert_eq!(cells("pair", Some(4)), []);
    assert_eq!(cells("numbers", Some(12)), [("numbers[]".to_string(), Some(vec![0, 4, 8]))]);
    assert_eq!(cells("numbers", None), [("numbers[]".to_string(), None)]);
}

#[test]
fn the_drawing_shows_what_points_to_what() {
    let program = parse("  %p = load ptr, @link\n  %v = load i32, %p\n  return i32 %v");
    let expected = "digraph regions {
  rankdir=LR;
  node [shape=record, fontname=monospace];
  c5 [label=\"<f0> 1: link cell 8 numbered never written\"];
  c5:f0 -> c11:f0;
  c11 [label=\"<f0> 0: pair.y cell 4 never written\"];
}
";
    assert_eq!(Regions::of(&program).dot(), expected);
}
