//! Formulas over bit-vectors as expressions of C.
//!
//! An expression of C has a type, and with it a sign; an operator of the logic says itself whether it
//! reads its arguments as signed. So every expression is built with the type that it has in C, and
//! cast where an operator wants the other reading. What C computes with fewer bits than `int` is
//! cast back, since C would compute it in `int`. What cannot be said exactly is not said.

use euclase_logic::{BitVecValue, Op, Sort, TermId, Terms};
use euclase_program::Encoding;
use rustc_hash::FxHashMap;

/// Longer formulas are of no use to anybody.
const LONGEST: usize = 400;

/// Formulas with more subterms are not even tried.
const MOST_TERMS: usize = 200;

/// A C variable.
#[derive(Clone, Debug)]
pub(in crate::worker) struct Variable {
    name: String,
    signed: Option<bool>,
}

/// The C variables that state variables are.
pub(in crate::worker) type Names = FxHashMap<TermId, Variable>;

impl Variable {
    /// A part of memory, by its name in C.
    pub fn place(name: String, encoding: Encoding, type_name: &str) -> Self {
        Variable { name, signed: sign(encoding, type_name) }
    }

    pub fn of(variable: &euclase_program::Variable) -> Self {
        Variable { name: variable.name.clone(), signed: sign(variable.encoding, &variable.type_name) }
    }
}

fn sign(encoding: Encoding, type_name: &str) -> Option<bool> {
    match encoding {
        Encoding::Signed => Some(true),
        Encoding::Unsigned | Encoding::Boolean => Some(false),
        Encoding::Character => Some(!type_name.contains("unsigned")),
        Encoding::Float | Encoding::Address | Encoding::Other => None,
    }
}

/// A formula in C, if it can be said.
pub(in crate::worker) fn to_c(terms: &Terms, formula: TermId, names: &Names) -> Option<String> {
    let order = terms.postorder(&[formula]);
    if order.len() > MOST_TERMS {
        return None;
    }
    let mut known: FxHashMap<TermId, Expression> = FxHashMap::default();
    for term in order {
        // A part that cannot be said may be the part of a comparison that can.
        let builder = Builder { terms, known: &known, names };
        if let Some(expression) = builder.build(term)
            && expression.text().len() <= LONGEST
        {
            known.insert(term, expression);
        }
    }
    match known.get(&formula)? {
        Expression::Truth(text) => Some(text.text.clone()),
        _ => None,
    }
}

/// How strongly operators bind, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Level {
    Choice,
    LogicalOr,
    LogicalAnd,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relation,
    Shift,
    Sum,
    Product,
    Unary,
    Primary,
}

#[derive(Clone, Debug)]
struct Text {
    text: String,
    level: Level,
}

impl Text {
    fn new(level: Level, text: impl Into<String>) -> Self {
        Text { text: text.into(), level }
    }

    /// In parentheses, unless it binds at least so strongly.
    fn at(&self, level: Level) -> String {
        if self.level >= level { self.text.clone() } else { format!("({})", self.text) }
    }
}

#[derive(Clone, Debug)]
enum Expression {
    /// A truth value, and how it is said.
    Truth(Text),
    /// A number with as many bits and this sign.
    Number { text: Text, width: u32, signed: bool },
    /// A constant, which has the sign that is wanted.
    Constant(BitVecValue),
}

impl Expression {
    fn text(&self) -> &str {
        match self {
            Expression::Truth(text) | Expression::Number { text, .. } => &text.text,
            Expression::Constant(_) => "",
        }
    }

    fn sign(&self) -> Option<bool> {
        match self {
            Expression::Number { signed, .. } => Some(*signed),
            Expression::Truth(_) | Expression::Constant(_) => None,
        }
    }

    /// The number with the given sign, cast if it has the other.
    fn with_sign(&self, wanted: bool) -> Option<Text> {
        match self {
            Expression::Truth(_) => None,
            Expression::Constant(bits) => constant(bits, wanted),
            Expression::Number { text, signed, .. } if *signed == wanted => Some(text.clone()),
            Expression::Number { text, width, .. } => cast(text, *width, wanted),
        }
    }
}

fn type_name(width: u32, signed: bool) -> Option<&'static str> {
    Some(match (width, signed) {
        (8, true) => "signed char",
        (8, false) => "unsigned char",
        (16, true) => "short",
        (16, false) => "unsigned short",
        (32, true) => "int",
        (32, false) => "unsigned",
        (64, true) => "long long",
        (64, false) => "unsigned long long",
        _ => return None,
    })
}

fn cast(text: &Text, width: u32, signed: bool) -> Option<Text> {
    Some(Text::new(Level::Unary, format!("({}){}", type_name(width, signed)?, text.at(Level::Unary))))
}

fn constant(bits: &BitVecValue, signed: bool) -> Option<Text> {
    type_name(bits.width(), signed)?;
    let suffix = match (bits.width(), signed) {
        (32, false) => "u",
        (64, false) => "ull",
        (64, true) => "ll",
        _ => "",
    };
    if signed && bits.is_negative() {
        // C has no negative literals, and the least number has no positive counterpart.
        if *bits == BitVecValue::signed_min(bits.width()) && bits.width() >= 32 {
            let most = BitVecValue::signed_max(bits.width()).to_big();
            return Some(Text::new(Level::Sum, format!("-{most}{suffix} - 1")));
        }
        return Some(Text::new(Level::Unary, format!("{}{suffix}", bits.to_signed())));
    }
    Some(Text::new(Level::Primary, format!("{}{suffix}", bits.to_big())))
}

struct Builder<'a> {
    terms: &'a Terms,
    known: &'a FxHashMap<TermId, Expression>,
    names: &'a Names,
}

impl Builder<'_> {
    fn build(&self, term: TermId) -> Option<Expression> {
        use Op::*;
        let args = self.terms.args(term);
        match self.terms.op(term) {
            True => Some(Expression::Truth(Text::new(Level::Primary, "1"))),
            False => Some(Expression::Truth(Text::new(Level::Primary, "0"))),
            BitVecConst(_) => self.terms.as_bitvec(term).cloned().map(Expression::Constant),
            Var(_) | Select | Concat => self.variable(term),
            Not => self.not(args[0]),
            And => self.connect(args, false),
            Eq => self.equality(args[0], args[1], true),
            BvSlt => self.compare("<", args, true),
            BvUlt => self.compare("<", args, false),
            Ite => self.choice(args),
            BvAdd | BvSub | BvMul | BvAnd | BvOr | BvXor => self.arithmetic(term),
            BvNot => self.unary("~", args[0]),
            BvNeg => self.unary("-", args[0]),
            BvUdiv => self.divide("/", args, false),
            BvUrem => self.divide("%", args, false),
            BvSdiv => self.divide("/", args, true),
            BvSrem => self.divide("%", args, true),
            BvShl | BvLshr | BvAshr => self.shift(term),
            ZeroExtend(by) => self.extend(args[0], by, false),
            SignExtend(by) => self.extend(args[0], by, true),
            Extract { high, low } => self.extract(args[0], high, low),
            // C has no such operators, or no such values.
            BvSmod | Store | ConstArray(_) | Apply(_) => None,
            // Floating-point variables are not written in C yet, as what they are compared with would be bits.
            Float(_) => None,
            IntConst(_) | IntNeg | IntAdd | IntSub | IntMul | IntDiv | IntMod | IntLt => None,
        }
    }

    fn variable(&self, term: TermId) -> Option<Expression> {
        let variable = self.names.get(&term)?;
        let text = Text::new(Level::Primary, variable.name.clone());
        match self.terms.sort(term) {
            Sort::Bool => Some(Expression::Truth(text)),
            Sort::BitVec(width) => {
                type_name(width, true)?;
                Some(Expression::Number { text, width, signed: variable.signed? })
            }
            _ => None,
        }
    }

    fn truth(&self, term: TermId) -> Option<&Text> {
        match self.known.get(&term)? {
            Expression::Truth(text) => Some(text),
            _ => None,
        }
    }

    /// The negation of a formula, with the operator that says it.
    fn not(&self, term: TermId) -> Option<Expression> {
        let args = self.terms.args(term);
        match self.terms.op(term) {
            Op::Eq => self.equality(args[0], args[1], false),
            Op::BvSlt => self.compare(">=", args, true),
            Op::BvUlt => self.compare(">=", args, false),
            Op::And => self.connect(args, true),
            _ => self.negation(term).map(Expression::Truth),
        }
    }

    fn negation(&self, term: TermId) -> Option<Text> {
        if let Some(positive) = self.terms.negated(term) {
            return self.truth(positive).cloned();
        }
        let args = self.terms.args(term);
        let negated = match self.terms.op(term) {
            Op::Eq => self.equality(args[0], args[1], false)?,
            Op::BvSlt => self.compare(">=", args, true)?,
            Op::BvUlt => self.compare(">=", args, false)?,
            _ => return Some(Text::new(Level::Unary, format!("!{}", self.truth(term)?.at(Level::Unary)))),
        };
        match negated {
            Expression::Truth(text) => Some(text),
            _ => None,
        }
    }

    /// All of the formulas, or not all of them.
    fn connect(&self, args: &[TermId], negated: bool) -> Option<Expression> {
        let (operator, level) = if negated { (" || ", Level::LogicalOr) } else { (" && ", Level::LogicalAnd) };
        let parts = args.iter().map(|arg| {
            let text = if negated { self.negation(*arg)? } else { self.truth(*arg)?.clone() };
            // Compilers warn about a mix of the two without parentheses.
            let mixed = matches!(text.level, Level::LogicalOr | Level::LogicalAnd) && text.level != level;
            Some(if mixed { format!("({})", text.text) } else { text.at(level) })
        });
        Some(Expression::Truth(Text::new(level, parts.collect::<Option<Vec<_>>>()?.join(operator))))
    }

    fn equality(&self, a: TermId, b: TermId, equal: bool) -> Option<Expression> {
        let operator = if equal { "==" } else { "!=" };
        if self.terms.sort(a) == Sort::Bool {
            let (a, b) = (self.truth(a)?, self.truth(b)?);
            // A variable of C may be true in more than one way; that of the system has one bit.
            let text = format!("!{} {operator} !{}", a.at(Level::Unary), b.at(Level::Unary));
            return Some(Expression::Truth(Text::new(Level::Equality, text)));
        }
        let signed = self.common_sign(a, b)?;
        self.relate(operator, Level::Equality, a, b, signed)
    }

    fn compare(&self, operator: &str, args: &[TermId], signed: bool) -> Option<Expression> {
        self.relate(operator, Level::Relation, args[0], args[1], signed)
    }

    /// A comparison, with a constant on its right side.
    fn relate(&self, operator: &str, level: Level, a: TermId, b: TermId, signed: bool) -> Option<Expression> {
        let turned = match operator {
            "<" => ">",
            ">=" => "<=",
            other => other,
        };
        let (a, b, operator) = if self.terms.is_constant(a) { (b, a, turned) } else { (a, b, operator) };
        let (a, b) = (self.known.get(&a)?.with_sign(signed)?, self.known.get(&b)?.with_sign(signed)?);
        let inner = if level == Level::Equality { Level::Relation } else { Level::Shift };
        Some(Expression::Truth(Text::new(level, format!("{} {operator} {}", a.at(inner), b.at(inner)))))
    }

    /// The sign that two numbers can have with the fewest casts.
    fn common_sign(&self, a: TermId, b: TermId) -> Option<bool> {
        let (a, b) = (self.known.get(&a)?, self.known.get(&b)?);
        Some(match (a.sign(), b.sign()) {
            (Some(a), Some(b)) => a && b,
            (Some(sign), None) | (None, Some(sign)) => sign,
            (None, None) => false,
        })
    }

    fn choice(&self, args: &[TermId]) -> Option<Expression> {
        let condition = self.truth(args[0])?.at(Level::LogicalOr);
        if let (Some(a), Some(b)) = (self.truth(args[1]), self.truth(args[2])) {
            let text = format!("{condition} ? {} : {}", a.at(Level::LogicalOr), b.at(Level::LogicalOr));
            return Some(Expression::Truth(Text::new(Level::Choice, text)));
        }
        let signed = self.common_sign(args[1], args[2])?;
        let width = self.terms.width(args[1]);
        let (a, b) = (self.known.get(&args[1])?.with_sign(signed)?, self.known.get(&args[2])?.with_sign(signed)?);
        let text = format!("{condition} ? {} : {}", a.at(Level::LogicalOr), b.at(Level::LogicalOr));
        Some(Expression::Number { text: Text::new(Level::Choice, text), width, signed })
    }

    fn arithmetic(&self, term: TermId) -> Option<Expression> {
        let args = self.terms.args(term);
        let (operator, level) = match self.terms.op(term) {
            Op::BvAdd => ("+", Level::Sum),
            Op::BvSub => ("-", Level::Sum),
            Op::BvMul => ("*", Level::Product),
            Op::BvAnd => ("&", Level::BitAnd),
            Op::BvOr => ("|", Level::BitOr),
            _ => ("^", Level::BitXor),
        };
        let signs = args.iter().map(|arg| Some(self.known.get(arg)?.sign())).collect::<Option<Vec<_>>>()?;
        let signed = signs.iter().flatten().all(|signed| *signed) && signs.iter().any(Option::is_some);
        // Constants last, as people write them.
        let mut args = args.to_vec();
        if self.terms.op(term).is_commutative() {
            args.sort_by_key(|arg| self.terms.is_constant(*arg));
        }
        let mut text = String::new();
        for (index, arg) in args.iter().enumerate() {
            let expression = self.known.get(arg)?;
            let (sign, part) = match expression {
                // x + -1 is x - 1.
                Expression::Constant(bits) if operator == "+" && index > 0 && bits.is_negative() => {
                    ("-", constant(&bits.neg(), signed)?)
                }
                _ => (operator, expression.with_sign(signed)?),
            };
            if index > 0 {
                text.push_str(&format!(" {sign} "));
            }
            text.push_str(&part.at(if level <= Level::BitAnd { Level::Sum } else { next(level, index) }));
        }
        self.number(Text::new(level, text), self.terms.width(term), signed)
    }

    /// A number that C computes in `int` if it has fewer bits.
    fn number(&self, text: Text, width: u32, signed: bool) -> Option<Expression> {
        let text = if width < 32 { cast(&text, width, signed)? } else { text };
        type_name(width, signed)?;
        Some(Expression::Number { text, width, signed })
    }

    fn unary(&self, operator: &str, arg: TermId) -> Option<Expression> {
        let expression = self.known.get(&arg)?;
        let signed = expression.sign()?;
        let text = format!("{operator}{}", expression.with_sign(signed)?.at(Level::Primary));
        self.number(Text::new(Level::Unary, text), self.terms.width(arg), signed)
    }

    /// Division by a constant; division by zero means something else in C. The least number divided
    /// by -1 is not defined there either.
    fn divide(&self, operator: &str, args: &[TermId], signed: bool) -> Option<Expression> {
        let divisor = self.terms.as_bitvec(args[1])?;
        if divisor.is_zero() || (signed && divisor.is_ones()) {
            return None;
        }
        let (a, b) = (self.known.get(&args[0])?.with_sign(signed)?, constant(divisor, signed)?);
        let text = format!("{} {operator} {}", a.at(Level::Product), b.at(Level::Unary));
        self.number(Text::new(Level::Product, text), self.terms.width(args[0]), signed)
    }

    /// A shift by a constant that is less than the width.
    fn shift(&self, term: TermId) -> Option<Expression> {
        let args = self.terms.args(term);
        let width = self.terms.width(term);
        let by = self.terms.as_bitvec(args[1])?.to_u64().filter(|by| *by < u64::from(width))?;
        let (operator, signed) = match self.terms.op(term) {
            // C does not define shifting a negative number to the left.
            Op::BvShl => ("<<", false),
            Op::BvLshr => (">>", false),
            _ => (">>", true),
        };
        let text = format!("{} {operator} {by}", self.known.get(&args[0])?.with_sign(signed)?.at(Level::Sum));
        self.number(Text::new(Level::Shift, text), width, signed)
    }

    fn extend(&self, arg: TermId, by: u32, signed: bool) -> Option<Expression> {
        let width = self.terms.width(arg) + by;
        let text = cast(&self.known.get(&arg)?.with_sign(signed)?, width, signed)?;
        Some(Expression::Number { text, width, signed })
    }

    fn extract(&self, arg: TermId, high: u32, low: u32) -> Option<Expression> {
        let expression = self.known.get(&arg)?;
        let width = high - low + 1;
        let text = match low {
            0 => expression.with_sign(expression.sign()?)?,
            _ => Text::new(Level::Shift, format!("{} >> {low}", expression.with_sign(false)?.at(Level::Sum))),
        };
        Some(Expression::Number { text: cast(&text, width, false)?, width, signed: false })
    }
}

/// What an operand must bind like: more strongly than the operator on its right side.
fn next(level: Level, index: usize) -> Level {
    match (level, index) {
        (level, 0) => level,
        (Level::Sum, _) => Level::Product,
        _ => Level::Unary,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    struct World {
        terms: Terms,
        names: Names,
    }

    impl World {
        fn new() -> Self {
            World { terms: Terms::new(), names: Names::default() }
        }

        fn variable(&mut self, name: &str, width: u32, signed: bool) -> TermId {
            let term = self.terms.var(&format!("state.{name}"), Sort::BitVec(width));
            self.names.insert(term, Variable { name: name.into(), signed: Some(signed) });
            term
        }

        fn say(&self, formula: TermId) -> Option<String> {
            to_c(&self.terms, formula, &self.names)
        }
    }

    #[test]
    fn comparisons_read_their_arguments_as_they_must() {
        let mut w = World::new();
        let (x, u) = (w.variable("x", 32, true), w.variable("u", 32, false));
        let ten = w.terms.bv(32, 10);
        let less = w.terms.bv_slt(x, ten);
        assert_eq!(w.say(less).unwrap(), "x < 10");
        let less = w.terms.bv_ult(x, ten);
        assert_eq!(w.say(less).unwrap(), "(unsigned)x < 10u");
        let less = w.terms.bv_ult(u, ten);
        assert_eq!(w.say(less).unwrap(), "u < 10u");
        let not_less = w.terms.not(less);
        assert_eq!(w.say(not_less).unwrap(), "u >= 10u");
        let signed = w.terms.bv_slt(u, ten);
        assert_eq!(w.say(signed).unwrap(), "(int)u < 10");
        let minus = w.terms.bv(32, 0xffff_fffe);
        let more = w.terms.bv_slt(minus, x);
        assert_eq!(w.say(more).unwrap(), "x > -2");
        let least = w.terms.bitvec(BitVecValue::signed_min(32));
        let equal = w.terms.eq(x, least);
        assert_eq!(w.say(equal).unwrap(), "x == -2147483647 - 1");
    }

    #[test]
    fn clauses_are_said_with_or() {
        let mut w = World::new();
        let (x, y) = (w.variable("x", 32, true), w.variable("y", 32, true));
        let three = w.terms.bv(32, 3);
        let (a, b) = (w.terms.bv_slt(x, three), w.terms.eq(x, y));
        let both = w.terms.and(&[a, b]);
        let clause = w.terms.not(both);
        let said = w.say(clause).unwrap();
        assert!(said == "x >= 3 || x != y" || said == "x != y || x >= 3", "{said}");
    }

    #[test]
    fn narrow_numbers_are_cast_back() {
        let mut w = World::new();
        let c = w.variable("c", 8, false);
        let (one, five) = (w.terms.bv(8, 1), w.terms.bv(8, 5));
        let sum = w.terms.bv_add(c, one);
        let less = w.terms.bv_ult(sum, five);
        assert_eq!(w.say(less).unwrap(), "(unsigned char)(c + 1) < 5");
    }

    #[test]
    fn extensions_and_parts_are_casts() {
        let mut w = World::new();
        let (x, u) = (w.variable("x", 32, true), w.variable("u", 32, false));
        let big = w.terms.bv(64, 100);
        let wide = w.terms.sign_extend(32, x);
        let product = w.terms.bv_mul(wide, wide);
        let less = w.terms.bv_slt(product, big);
        assert_eq!(w.say(less).unwrap(), "(long long)x * (long long)x < 100ll");
        let part = w.terms.extract(15, 8, u);
        let seven = w.terms.bv(8, 7);
        let less = w.terms.bv_ult(part, seven);
        assert_eq!(w.say(less).unwrap(), "(unsigned char)(u >> 8) < 7");
    }

    #[test]
    fn sums_look_as_people_write_them() {
        let mut w = World::new();
        let (x, y) = (w.variable("x", 32, true), w.variable("y", 32, true));
        let (minus, zero) = (w.terms.bv(32, u32::MAX.into()), w.terms.bv(32, 0));
        let sum = w.terms.bv_add(x, minus);
        let less = w.terms.bv_slt(sum, y);
        assert_eq!(w.say(less).unwrap(), "x - 1 < y");
        let product = w.terms.bv_mul(sum, y);
        let less = w.terms.bv_slt(product, zero);
        let said = w.say(less).unwrap();
        assert!(said == "(x - 1) * y < 0" || said == "y * (x - 1) < 0", "{said}");
    }

    #[test]
    fn what_c_cannot_say_is_not_said() {
        let mut w = World::new();
        let x = w.variable("x", 32, true);
        let nameless = w.terms.var("phi", Sort::BitVec(32));
        let less = w.terms.bv_slt(nameless, x);
        assert_eq!(w.say(less), None);
        let odd = w.variable("odd", 7, true);
        let same = w.terms.bv(7, 1);
        let equal = w.terms.eq(odd, same);
        assert_eq!(w.say(equal), None);
        let zero = w.terms.bv(32, 0);
        let quotient = w.terms.make(Op::BvSdiv, &[x, nameless]);
        let equal = w.terms.eq(quotient, zero);
        assert_eq!(w.say(equal), None);
    }
}
