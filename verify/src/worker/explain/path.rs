//! The path of a run as lines of C: what is executed, and which variables get other values.
//!
//! The program that runs is optimised, so its commands are not the statements of the source. The
//! lines that are told are those where a variable changes, a value is chosen or ways part.

use super::c_types::{self, Kind, MemoryType};
use super::changes::Filler;
use super::chosen::Chosen;
use super::fold::fold;
use super::objects::Objects;
use super::outside;
use super::place;
use super::sources::Sources;
use super::values::{show_as, show_input};
use euclase_program::{
    BitVecValue, BlockId, Command, CommandKind, Definition, Encoding, Event, FunctionId, Input, LocationId,
    NondetOrigin, Outcome, Program, Run, Terminator, ValueId, VariableId,
};
use euclase_result::{Assignment, ChosenInput, Line, Row};
use euclase_runtime_stubs::HeapByte;
use rustc_hash::{FxHashMap, FxHashSet};

/// What is told of a run.
pub(super) struct Told {
    /// What happens, line by line.
    pub rows: Vec<Row>,
    /// The arbitrary values; those of one object together.
    pub inputs: Vec<ChosenInput>,
    /// The bytes of the heap that nobody wrote and that were read.
    pub heap: Vec<HeapByte>,
}

/// Tells a run that ends in an error. Loops are folded unless all is wanted.
pub(super) fn tell(program: &Program, run: &Run, full: bool) -> Told {
    let mut walk = Walk::new(program, Chosen::of(program, &run.trace));
    for (index, event) in run.trace.iter().enumerate() {
        if let Some((first, bytes)) = outside::read_at(&run.trace, index, program.pointer_width) {
            walk.read_outside(first, &bytes);
        }
        walk.event(index, event);
    }
    walk.finish(&run.outcome);
    let Walk { rows, mut sources, inputs, heap, .. } = walk;
    let mut rows = if full { rows } else { fold(rows) };
    sources.add_to(&mut rows);
    Told { rows, inputs, heap }
}

/// Arbitrary bytes of memory.
pub(super) struct Filled {
    pub address: u64,
    pub size: u64,
    pub origin: String,
    pub location: Option<LocationId>,
}

/// Where the run is in an open call.
struct Cursor {
    function: FunctionId,
    block: BlockId,
    /// The command that comes next.
    position: usize,
    /// Whether no block has been entered yet.
    fresh: bool,
}

pub(super) struct Walk<'a> {
    pub program: &'a Program,
    pub rows: Vec<Row>,
    open: Vec<Cursor>,
    pub values: FxHashMap<VariableId, BitVecValue>,
    pub objects: Objects<'a>,
    pub sources: Sources,
    /// What memory held that nobody wrote.
    pub unwritten: Chosen,
    /// Arbitrary bytes of memory that are told together, until they are.
    pub filled: Option<Filled>,
    pub inputs: Vec<ChosenInput>,
    /// The object whose content an input is, with the position of the input.
    pub input_object: Option<(u64, usize)>,
    /// Arbitrary contents that the last row tells.
    pub filler: Option<Filler>,
    pub heap: Vec<HeapByte>,
    /// How many objects came from `malloc`.
    pub mallocs: u64,
    /// The value chosen last, until a variable holds it, with its row.
    pub chosen: Option<(ValueId, usize)>,
    /// The variables of the last row that have a value because none was given to them, with the row.
    unset: Vec<(usize, String)>,
    /// The calls that led to the last row and were inlined: where, and the function.
    inlined: Vec<(LocationId, String)>,
    /// For each place that shared code was inlined at, the call that waits for it.
    waiting: FxHashMap<LocationId, LocationId>,
    /// The values that variables have before they are set, and that nothing else uses.
    unused: FxHashSet<(FunctionId, ValueId)>,
    definitions: FxHashMap<FunctionId, Vec<Definition>>,
}

impl<'a> Walk<'a> {
    fn new(program: &'a Program, unwritten: Chosen) -> Self {
        let mut objects = Objects::new(program);
        unwritten.globals.iter().for_each(|(address, byte)| objects.write(*address, &[*byte]));
        Walk {
            program,
            rows: Vec::new(),
            open: Vec::new(),
            values: FxHashMap::default(),
            objects,
            sources: Sources::default(),
            unwritten,
            filled: None,
            inputs: Vec::new(),
            input_object: None,
            filler: None,
            heap: Vec::new(),
            mallocs: 0,
            chosen: None,
            unset: Vec::new(),
            inlined: Vec::new(),
            waiting: FxHashMap::default(),
            unused: unused(program),
            definitions: FxHashMap::default(),
        }
    }

    fn event(&mut self, index: usize, event: &Event) {
        if !matches!(event, Event::Input(input) if input.address.is_some()) {
            self.tell_filled();
        }
        match event {
            Event::Call(function) => {
                let call = self.advance(|kind| matches!(kind, CommandKind::Call { .. }));
                if !self.open.is_empty() {
                    let name = self.program.function(*function).name.clone();
                    self.rows.push(Row::Enter {
                        function: name,
                        caller: call.and_then(|c| place(self.program, c.location)),
                    });
                }
                self.open.push(Cursor { function: *function, block: BlockId(0), position: 0, fresh: true });
            }
            Event::Return => drop(self.open.pop()),
            Event::Block(_, block) => {
                self.leave_block();
                if let Some(cursor) = self.open.last_mut() {
                    (cursor.block, cursor.position, cursor.fresh) = (*block, 0, false);
                }
            }
            Event::Input(input) => self.input(input),
            Event::Variable(variable, bits, location) => self.variable(*variable, bits, *location),
            Event::Allocate(address, size) => self.allocate(index, *address, *size),
            Event::Store(address, bits) => self.store(*address, bits),
            Event::Copy { to, from, size } => self.copy(index, *to, *from, *size),
            Event::Set { to, byte, size } => self.set(*to, *byte, *size),
            Event::Value(..) => {}
        }
    }

    /// Goes on behind the next command of a kind.
    pub fn advance(&mut self, wanted: impl Fn(&CommandKind) -> bool) -> Option<&'a Command> {
        let program = self.program;
        let cursor = self.open.last_mut()?;
        let commands = &program.function(cursor.function).block(cursor.block).commands;
        let offset = commands.get(cursor.position..)?.iter().position(|command| wanted(&command.kind))?;
        let command = &commands[cursor.position + offset];
        cursor.position += offset + 1;
        Some(command)
    }

    /// Whether a value is one that a variable has before it is set, and that nothing else uses.
    fn is_unused(&self, value: Option<ValueId>) -> bool {
        let function = self.open.last().map(|cursor| cursor.function);
        function.zip(value).is_some_and(|place| self.unused.contains(&place))
    }

    /// A block that ends by choosing a way is worth a line.
    fn leave_block(&mut self) {
        let Some(cursor) = self.open.last().filter(|cursor| !cursor.fresh) else { return };
        let block = self.program.function(cursor.function).block(cursor.block);
        if matches!(block.terminator, Terminator::Branch(..) | Terminator::Switch { .. }) {
            self.line(block.location);
        }
    }

    fn input(&mut self, input: &Input) {
        if matches!(input.origin, NondetOrigin::Undef | NondetOrigin::Fails(_)) {
            return;
        }
        if let Some(address) = input.address {
            return self.fill(address, input);
        }
        let found = self.advance(|kind| match kind {
            CommandKind::Nondet(origin) => *origin == input.origin,
            kind => matches!(kind, CommandKind::Call { .. }),
        });
        if self.is_unused(found.and_then(|command| command.results.first().copied())) {
            return;
        }
        // That an allocation does not fail is nothing to tell.
        if input.origin.failing_allocator().is_some() && input.bits.is_zero() {
            return;
        }
        let (origin, value) = (origin_of(input), value_of(input));
        self.inputs.push(ChosenInput { origin, value, place: place(self.program, input.location) });
        // What the compiler needs on the way is nothing that the user can see.
        let is_hidden = |name: &str| name.starts_with('.') || name.contains(".tmp");
        if found.is_none() || matches!(&input.origin, NondetOrigin::Uninitialised(name) if is_hidden(name)) {
            return;
        }
        let location = self.known(input.location).or_else(|| self.known(found.and_then(|command| command.location)));
        self.line_or_start(location);
        let chosen = ChosenInput { origin: origin_of(input), value: value_of(input), place: None };
        let last = self.rows.len().wrapping_sub(1);
        if let Some(Row::Line(line)) = self.rows.last_mut() {
            line.inputs.push(chosen);
            self.chosen = found.and_then(|command| command.results.first()).map(|value| (*value, last));
        }
    }

    /// Memory is read that is no object of the program's.
    fn read_outside(&mut self, first: &Input, bytes: &[u8]) {
        let number = bytes.iter().rev().fold(0, |number: u64, byte| number << 8 | u64::from(*byte));
        let value = if bytes.len() <= 8 { number.to_string() } else { format!("{} bytes", bytes.len()) };
        let origin = format!("memory at {:#x}, which is no object of the program's", first.address.unwrap_or_default());
        let chosen = ChosenInput { origin, value, place: place(self.program, first.location) };
        self.line_or_start(first.location);
        if let Some(Row::Line(line)) = self.rows.last_mut() {
            line.inputs.push(ChosenInput { place: None, ..chosen.clone() });
        }
        self.inputs.push(chosen);
    }

    fn variable(&mut self, variable: VariableId, bits: &BitVecValue, location: Option<LocationId>) {
        let found = self.advance(|kind| matches!(kind, CommandKind::Variable(v, _) if *v == variable));
        if let Some(calls) = self.program.shared_calls.iter().find(|calls| calls.caller == variable) {
            let site = bits.to_u64().and_then(|number| calls.sites.get(usize::try_from(number).ok()?));
            self.waiting.extend(site.map(|site| (calls.place, *site)));
            return;
        }
        let value = found.and_then(|command| match &command.kind {
            CommandKind::Variable(_, value) => Some(*value),
            _ => None,
        });
        if self.is_unused(value) || self.is_in_library(location) {
            self.values.remove(&variable);
            return;
        }
        let taken = self.chosen.filter(|(chosen, row)| Some(*chosen) == value && *row + 1 == self.rows.len());
        if self.values.insert(variable, bits.clone()).as_ref() == Some(bits) && taken.is_none() {
            return;
        }
        // A global is not assigned where a call is, but by what the call does; so is what a call changes that goes on.
        let is_global = self.program.variable(variable).scope.is_none();
        let returned = || if is_global || self.call_goes_on() { None } else { self.call_returned_from(location) };
        let location = self.known(location).or_else(returned);
        let location = location.or_else(|| value.and_then(|value| self.place_of_value(value)));
        if taken.is_none() {
            self.line(location);
        }
        let (name, text) = self.show(variable, bits);
        let unset = self.unset.iter().any(|(row, variable)| *row + 1 == self.rows.len() && *variable == name);
        if taken.is_none() && !unset && self.told(&name, &text) {
            return;
        }
        let again = match self.rows.last() {
            Some(Row::Line(line)) => line.assignments.iter().any(|a| a.variable == name),
            _ => true,
        };
        if again {
            // A declaration takes an arbitrary value before it takes that of its initialiser.
            let row = self.rows.len().wrapping_sub(1);
            if self.unset.contains(&(row, name.clone()))
                && let Some(Row::Line(line)) = self.rows.last_mut()
                && let Some(assignment) = line.assignments.iter_mut().find(|a| a.variable == name)
            {
                (assignment.value, assignment.chosen) = (text, taken.is_some());
                if taken.is_some() {
                    line.inputs.pop();
                    self.chosen = None;
                }
                self.unset.retain(|(_, variable)| *variable != name);
                return;
            }
            let line = match self.rows.last() {
                Some(Row::Line(line)) => Line { place: line.place.clone(), ..Line::default() },
                _ => return,
            };
            self.rows.push(Row::Line(line));
        }
        let row = self.rows.len().checked_sub(1);
        if let Some(Row::Line(line)) = self.rows.last_mut() {
            if taken.is_some() {
                let input = line.inputs.pop();
                self.chosen = None;
                if input.is_some_and(|input| input.origin.starts_with("uninitialised")) {
                    self.unset.retain(|(at, _)| Some(*at) == row);
                    self.unset.extend(row.map(|row| (row, name.clone())));
                }
            }
            let function = self.program.variable(variable).scope.clone();
            line.assignments.push(Assignment { variable: name, value: text, chosen: taken.is_some(), function });
        }
    }

    /// A variable and its value as C writes them.
    fn show(&mut self, variable: VariableId, bits: &BitVecValue) -> (String, String) {
        let data = self.program.variable(variable);
        let name = data.name.clone();
        match (data.encoding, data.ty.map(MemoryType::Source)) {
            (Encoding::Address, Some(ty)) => (name, self.objects.value(ty, bits)),
            (Encoding::Address, None) => (name, self.objects.address(bits.to_u64().unwrap_or(0), None)),
            // The compiler keeps small structs as numbers.
            (Encoding::Other, Some(ty)) if 8 * c_types::size(self.program, ty) == u64::from(bits.width()) => {
                let part = c_types::smallest(self.program, ty, 0, u64::from(bits.width()));
                match c_types::kind(self.program, part.ty) {
                    Kind::Scalar => (format!("{name}{}", part.path), self.objects.value(part.ty, bits)),
                    _ => (name, self.objects.aggregate(ty, bits)),
                }
            }
            _ => (name, show_as(data.encoding, &data.type_name, bits)),
        }
    }

    /// Whether the last row tells that something gets a value: a variable in memory may also be told as one that is not.
    pub fn told(&self, name: &str, value: &str) -> bool {
        match self.rows.last() {
            Some(Row::Line(line)) => line.assignments.iter().any(|a| a.variable == name && a.value == value),
            _ => false,
        }
    }

    /// A location that has a line.
    pub fn known(&self, location: Option<LocationId>) -> Option<LocationId> {
        location.filter(|location| self.program.location(*location).line > 0)
    }

    /// Where a value of the current function is computed; debug information often does not say
    /// where a variable gets it.
    fn place_of_value(&mut self, value: ValueId) -> Option<LocationId> {
        let cursor = self.open.last()?;
        let function = self.program.function(cursor.function);
        let definitions = self.definitions.entry(cursor.function).or_insert_with(|| function.definitions());
        let location = match definitions.get(value.index())? {
            Definition::Command(block, position) if *block == cursor.block => {
                function.block(*block).commands[*position].location
            }
            Definition::Phi(block, _) if *block == cursor.block => {
                let block = function.block(*block);
                let commands = block.commands.iter().filter(|c| !matches!(c.kind, CommandKind::Variable(..)));
                commands.map(|c| c.location).chain([block.location]).find(|l| self.known(*l).is_some()).flatten()
            }
            _ => None,
        };
        self.known(location)
    }

    /// Goes to a line; without a known place, stays where it is or, if that is nowhere, goes to where the function
    /// starts.
    pub fn line_or_start(&mut self, location: Option<LocationId>) {
        let nowhere = !matches!(self.rows.last(), Some(Row::Line(_)));
        let start = self.open.last().and_then(|cursor| self.program.function(cursor.function).location);
        self.line(self.known(location).or(start.filter(|_| nowhere)));
    }

    /// Goes to a line; without a known place, stays where it is.
    pub fn line(&mut self, location: Option<LocationId>) {
        let Some(location) = self.known(location).and_then(|location| self.of_user(location)) else { return };
        let Some(at) = place(self.program, Some(location)) else { return };
        self.enter_inlined(location);
        if !matches!(self.rows.last(), Some(Row::Line(line)) if line.place == at) {
            self.rows.push(Row::Line(Line { place: at, ..Line::default() }));
        }
    }

    /// The place in the program of the user: for one in the model of a library function, where that is called.
    fn of_user(&self, location: LocationId) -> Option<LocationId> {
        let mut place = location;
        // Each place refers to earlier ones only, so this ends; the bound is for programs that are none of ours.
        for _ in 0..=self.program.locations.len() {
            let data = self.program.location(place);
            if !data.is_library() {
                return self.known(Some(place));
            }
            place = data.inlined_at?;
        }
        None
    }

    /// Whether a place is in the model of a library function, which has variables of its own.
    fn is_in_library(&self, location: Option<LocationId>) -> bool {
        location.is_some_and(|location| self.program.location(location).is_library())
    }

    /// The inlined calls around a place, outermost first: where, and the function.
    fn calls_around(&self, location: LocationId) -> Vec<(LocationId, String)> {
        let mut calls = Vec::new();
        let mut inner = location;
        // Each place refers to earlier ones only, and who waits is not called, so this ends; a program that is none of
        // ours may say otherwise.
        while let Some(outer) =
            self.program.location(inner).inlined_at.filter(|_| calls.len() <= self.program.locations.len())
        {
            let outer = self.call_at(outer);
            calls.push((outer, self.program.location(inner).scope.clone()));
            inner = outer;
        }
        calls.reverse();
        calls
    }

    /// The call that a place is: of shared code, the one that waits.
    fn call_at(&self, place: LocationId) -> LocationId {
        let mut place = place;
        // Callers of shared code are not called by it, so this ends; the bound is for programs that are none of ours.
        for _ in 0..=self.waiting.len() {
            match self.waiting.get(&place) {
                Some(site) if *site != place => place = *site,
                _ => break,
            }
        }
        place
    }

    /// The inlined call that the last row was in and that a place without a line is behind: what it
    /// returns is assigned where it is called.
    fn call_returned_from(&self, location: Option<LocationId>) -> Option<LocationId> {
        let around = self.calls_around(location?);
        let left = self.inlined.get(around.len())?.0;
        self.known(self.inlined.starts_with(&around).then_some(left))
    }

    /// Whether what comes next in the block is in the inlined call that the last row was in.
    fn call_goes_on(&self) -> bool {
        let Some(cursor) = self.open.last() else { return false };
        let block = self.program.function(cursor.function).block(cursor.block);
        let commands = block.commands.iter().skip(cursor.position).map(|command| command.location);
        let next = commands.chain([block.location]).find_map(|location| self.known(location));
        next.is_some_and(|next| self.calls_around(next).starts_with(&self.inlined))
    }

    /// Tells the functions that are entered on the way to a place and were inlined.
    fn enter_inlined(&mut self, location: LocationId) {
        let calls = self.calls_around(location);
        let same = calls.iter().zip(&self.inlined).take_while(|(a, b)| a == b).count();
        for (site, function) in &calls[same..] {
            let row = Row::Enter { function: function.clone(), caller: place(self.program, Some(*site)) };
            self.rows.push(row);
        }
        self.inlined = calls;
    }

    fn finish(&mut self, outcome: &Outcome) {
        let Outcome::ErrorReached { location, .. } = outcome else { return };
        self.line(*location);
        match self.rows.pop() {
            Some(Row::Line(line)) => self.rows.push(Row::Violation(line)),
            other => {
                self.rows.extend(other);
                let place = place(self.program, *location).unwrap_or_default();
                self.rows.push(Row::Violation(Line { place, ..Line::default() }));
            }
        }
    }
}

/// The arbitrary values that uninitialised variables have, and that only variables of the source are said to have.
fn unused(program: &Program) -> FxHashSet<(FunctionId, ValueId)> {
    let mut found = FxHashSet::default();
    for (index, function) in program.functions.iter().enumerate() {
        let id = FunctionId::new(index);
        let commands = || function.blocks.iter().flat_map(|block| &block.commands);
        let unset =
            commands().filter(|command| matches!(command.kind, CommandKind::Nondet(NondetOrigin::Uninitialised(_))));
        found.extend(unset.filter_map(|command| Some((id, *command.results.first()?))));
        for command in commands().filter(|command| !matches!(command.kind, CommandKind::Variable(..))) {
            command.kind.for_each_operand(|operand| _ = found.remove(&(id, operand)));
        }
        for block in &function.blocks {
            let arguments = block.phis.iter().flat_map(|phi| &phi.arguments);
            arguments.for_each(|(_, value)| _ = found.remove(&(id, *value)));
            block.terminator.for_each_operand(|value| _ = found.remove(&(id, value)));
        }
    }
    found
}

/// Where a value comes from, and the value, as they are told.
fn origin_of(input: &Input) -> String {
    match input.origin.failing_allocator() {
        Some(function) => format!("{function}()"),
        None => input.origin.to_string(),
    }
}

fn value_of(input: &Input) -> String {
    match input.origin.failing_allocator() {
        Some(_) => "NULL: it fails".to_string(),
        None => show_input(input),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use euclase_program::{RunOptions, TraceLevel, run_list};

    /// A loop that counts down from an arbitrary value, in a function that was inlined.
    const COUNTDOWN: &str = "program pointers 64 entry @main
        !0 = \"gone.c\":8:7 in \"main\"
        !1 = \"gone.c\":3:3 in \"drain\" inlined !0
        !2 = \"gone.c\":4:3 in \"drain\" inlined !0
        !3 = \"gone.c\":9:3 in \"main\"
        !4 = \"gone.c\":0:0 in \"drain\" inlined !0
        variable ?0 = \"x\" \"int\" signed in \"main\" at !0
        variable ?1 = \"n\" \"int\" signed in \"drain\" at !1
        function @main() -> i32 {
        entry:
          %x = nondet i32 input \"__VERIFIER_nondet_int\" !0
          variable ?0 = i32 %x !0
          jump loop !0
        loop:
          %n = phi i32 [%x, entry], [%less, body]
          variable ?1 = i32 %n !4
          %more = sgt i32 %n, 0 !1
          branch %more, body, done !1
        body:
          %less = sub i32 %n, 1 !2
          variable ?1 = i32 %less !4
          jump loop !1
        done:
          error assert \"reach_error() is called\" !3
        }";

    fn told(input: u64, full: bool) -> Vec<String> {
        tell_program(COUNTDOWN, input, full)
    }

    fn tell_program(text: &str, input: u64, full: bool) -> Vec<String> {
        let program = Program::parse(text).unwrap();
        let options = RunOptions { trace: TraceLevel::Blocks, ..RunOptions::default() };
        let run = run_list(&program, options, &[BitVecValue::new(32, input)]);
        let tell = |line: &Line| {
            let changes = line
                .assignments
                .iter()
                .map(|a| format!(" {}={}{}", a.variable, a.value, if a.chosen { "!" } else { "" }));
            format!("{}{}", line.place.line, changes.collect::<String>())
        };
        let row = |row: &Row| match row {
            Row::Enter { function, .. } => format!("enter {function}"),
            Row::Line(line) => tell(line),
            Row::Fold { iterations } => format!("fold {iterations}"),
            Row::Gap { lines } => format!("gap {lines}"),
            Row::Violation(line) => format!("violation {}", tell(line)),
        };
        super::tell(&program, &run, full).rows.iter().map(row).collect()
    }

    #[test]
    fn a_path_shows_what_is_chosen_and_what_changes() {
        let expected = ["8 x=2!", "enter drain", "3 n=2", "4 n=1", "3", "4 n=0", "3", "violation 9"];
        assert_eq!(told(2, false), expected);
    }

    /// Each of these lines was told twice, once with a value that the program never has.
    #[test]
    fn what_an_initialiser_overwrites_is_not_told() {
        let told = |first: &str| {
            let text = format!(
                "program pointers 64 entry @main
                !0 = \"gone.c\":8:7 in \"main\"
                !1 = \"gone.c\":9:7 in \"main\"
                variable ?0 = \"x\" \"int\" signed in \"main\" at !0
                function @main() -> i32 {{
                entry:
                  %x = nondet i32 {first} !0
                  variable ?0 = i32 %x !0
                  variable ?0 = i32 7 !0
                  error assert \"reach_error() is called\" !1
                }}"
            );
            tell_program(&text, 2, false)
        };
        assert_eq!(told("uninitialised \"x\""), ["8 x=7", "violation 9"]);
        assert_eq!(told("input \"f\""), ["8 x=2!", "8 x=7", "violation 9"]);
    }

    /// The call was left for the line of the assignment and entered again.
    #[test]
    fn a_call_that_changes_a_variable_of_its_caller_is_entered_once() {
        let text = "program pointers 64 entry @main
            !0 = \"gone.c\":0:0 in \"main\"
            !1 = \"gone.c\":7:3 in \"main\"
            !2 = \"gone.c\":8:7 in \"main\"
            !3 = \"gone.c\":3:3 in \"put\" inlined !2
            !4 = \"gone.c\":4:3 in \"put\" inlined !2
            !5 = \"gone.c\":9:3 in \"main\"
            variable ?0 = \"x\" \"int\" signed in \"main\" at !1
            variable ?1 = \"y\" \"int\" signed in \"main\" at !1
            function @main() -> i32 {
            entry:
              %x = nondet i32 input \"__VERIFIER_nondet_int\" !1
              variable ?0 = i32 %x !1
              %more = sgt i32 %x, 0 !3
              branch %more, add, done !3
            add:
              %sum = add i32 %x, 5 !3
              variable ?0 = i32 %sum !0
              %less = slt i32 %sum, 9 !4
              branch %less, back, done !4
            back:
              variable ?1 = i32 %sum !0
              jump done !5
            done:
              error assert \"reach_error() is called\" !5
            }";
        assert_eq!(tell_program(text, 2, false), ["7 x=2!", "enter put", "3 x=7", "4", "8 y=7", "violation 9"]);
    }

    #[test]
    fn iterations_in_the_middle_are_folded() {
        let told_folded = told(40, false);
        assert!(told_folded.contains(&"fold 36".to_string()), "{told_folded:?}");
        assert_eq!(told_folded.last().unwrap(), "violation 9");
        assert_eq!(told(40, true).len(), 2 + 81 + 1);
    }
}
