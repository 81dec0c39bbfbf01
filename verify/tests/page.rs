//! The web page of a result in a real browser: walked through with the keyboard, and compared with the JSON of the same
//! result.

mod browser;
mod support;

use browser::Browser;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use support::*;

const BROKEN: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

struct account { int balance; int limit; };
int transfers;

static int withdraw(struct account *from, int amount) {
    if (amount > from->balance + from->limit) return 0;
    from->balance -= amount;
    transfers++;
    return 1;
}

int main(void) { // </script><script>document.title = 'taken over'</script>
    struct account mine = { 100, 50 };
    int amount = __VERIFIER_nondet_int();
    __VERIFIER_assume(amount > 0 && amount < 1000);
    for (int month = 0; month < 3; month++) {
        if (!withdraw(&mine, amount + 1)) break;
    }
FILLER
    if (transfers == 3 && mine.balance < -40) reach_error();
    return 0;
}
";

const SAFE: &str = "\
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0, j = 0;
    while (i < n) {
        i++;
        j++;
    }
    if (i != j) reach_error();
    return 0;
}
";

/// What the page shows of a step.
const SHOWN: &str = "(() => {
    const current = [...document.querySelectorAll('.l.current')];
    const colour = (part) => getComputedStyle(part).backgroundColor;
    const box = current.length ? current[0].getBoundingClientRect() : null;
    const rows = [...document.querySelectorAll('.variables tr')].filter((row) => row.querySelectorAll('td').length == 2);
    const group = (row) => { while (!row.querySelector('th')) row = row.previousElementSibling; return row.textContent; };
    const name = (row) => group(row) + ' ' + row.querySelector('td').textContent;
    const value = (row) => [...row.querySelectorAll('td')[1].childNodes].filter((n) => n.nodeType == 3).map((n) => n.data).join('');
    return {
        lines: current.map((part) => Number(part.querySelector('.n').textContent)),
        marked: current.every((part) => colour(part) != colour(document.body) && colour(part) != 'rgba(0, 0, 0, 0)'),
        visible: box !== null && box.top >= 0 && box.bottom <= innerHeight,
        position: document.getElementById('position').textContent,
        variables: Object.fromEntries(rows.map((row) => [name(row), value(row)])),
        changed: rows.filter((row) => row.classList.contains('changed')).map(name).sort(),
        item: document.querySelectorAll('.steps li.current').length,
    };
})()";

/// Verifies a program; gives its result and the page.
fn result(folder: &Folder, name: &str, text: &str) -> (Value, String) {
    let file = folder.file(&format!("{name}.c"), text);
    let page = folder.path(&format!("{name}.html"));
    let output = run(&["--json", "--timeout", "120s", "--html", &page, &file]);
    (serde_json::from_slice(&output.stdout).expect("JSON"), page)
}

#[test]
fn an_execution_is_walked_through_with_the_keyboard() {
    let folder = Folder::new("page-execution");
    let Some(mut browser) = Browser::start(&folder.path("profile")) else { return };
    // So long that the violation is out of sight at first.
    let text = BROKEN.replace("FILLER", &"    // nothing\n".repeat(100));
    let (result, page) = result(&folder, "broken", &text);
    assert_eq!(result["verdict"], "FALSE");
    browser.open(&page);

    let rows: Vec<&Value> = result["violation"]["path"].as_array().expect("a path").iter().collect();
    let line_of =
        |row: &Value| if row["kind"] == "enter" { row["caller"]["line"].clone() } else { row["line"].clone() };
    let steps: Vec<&Value> = rows.into_iter().filter(|row| line_of(row).is_u64()).collect();
    assert!(steps.len() > 8, "{steps:?}");
    // What each variable of each function holds; here every function has at most one call at a time.
    let mut told: BTreeMap<String, String> = BTreeMap::new();
    for (number, step) in steps.iter().enumerate() {
        if number > 0 {
            browser.press("ArrowRight");
        }
        let shown = browser.evaluate(SHOWN);
        assert_eq!(shown["lines"], json!([line_of(step)]), "step {number}: {step} is shown as {shown}");
        assert_eq!(shown["position"], format!("{} of {}", number + 1, steps.len()));
        assert_eq!((&shown["marked"], &shown["visible"], &shown["item"]), (&json!(true), &json!(true), &json!(1)));
        let assignments = step["assignments"].as_array().cloned().unwrap_or_default();
        let mut changed: Vec<String> = Vec::new();
        for assignment in &assignments {
            let text = |field: &str| assignment[field].as_str().expect("text").to_string();
            let local_to = assignment["function"].as_str();
            let group = local_to.map_or("global".to_string(), |function| format!("{function}()"));
            let name = format!("{group} {}", text("variable"));
            // An argument gets its value before the call is shown.
            if local_to.is_none_or(|function| function == "main" || Some(function) == step["function"].as_str()) {
                changed.push(name.clone());
            }
            told.insert(name, text("value"));
        }
        changed.sort();
        assert_eq!(shown["changed"], json!(changed), "step {number}");
        // Those of calls that are over are no longer shown; what is shown has its last value.
        for (name, value) in shown["variables"].as_object().expect("variables") {
            assert_eq!(value.as_str(), told.get(name).map(String::as_str), "{name} in step {number}");
        }
    }
    // At the violation, the variables that it is about are there.
    let shown = browser.evaluate(SHOWN);
    let number = |name: &str| shown["variables"][name].as_str().and_then(|text| text.parse::<i32>().ok());
    assert_eq!(number("global transfers"), Some(3));
    assert!(number("main() mine.balance").is_some_and(|balance| balance < -40), "{shown}");
    let amounts = result["violation"]["inputs"][0]["value"].as_str().and_then(|text| text.parse::<i32>().ok());
    assert_eq!(number("main() amount"), amounts, "the argument of the same name is another variable");
    browser.picture("counterexample-end");
    let line = |browser: &mut Browser| browser.evaluate(SHOWN)["lines"][0].clone();
    let (first, last) = (&line_of(steps[0]), &line_of(steps[steps.len() - 1]));
    browser.press("ArrowRight");
    assert_eq!(line(&mut browser), *last, "there is nothing behind the last step");
    browser.press("ArrowLeft");
    assert_eq!(line(&mut browser), steps[steps.len() - 2]["line"]);
    browser.press("Home");
    assert_eq!(line(&mut browser), *first);
    browser.press("ArrowLeft");
    assert_eq!(line(&mut browser), *first, "there is nothing before the first step");
    browser.press("End");
    assert_eq!(line(&mut browser), *last);
    browser.click(".steps li[data-step='1']");
    assert_eq!(line(&mut browser), line_of(steps[1]));
    browser.picture("counterexample");

    let calls = browser.evaluate("[...document.querySelectorAll('.calls code')].map((part) => part.textContent)");
    assert_eq!(calls, json!(["main()", "withdraw()", "withdraw()", "withdraw()"]));
    let enters: Vec<&&Value> = steps.iter().filter(|step| step["kind"] == "enter").collect();
    browser.click(".calls .leaf a");
    assert_eq!(line(&mut browser), line_of(enters[0]), "a call leads to where it is made");
    browser.click("details.more summary");
    let statistics = browser.evaluate("document.querySelector('details.more[open] pre').textContent");
    assert!(statistics.as_str().is_some_and(|text| text.contains("queries")), "{statistics}");
    let title = browser.evaluate("document.title");
    assert!(title.as_str().is_some_and(|title| title.starts_with("FALSE: ")), "{title}");
    assert_eq!(browser.complaints, Vec::<String>::new());
}

#[test]
fn a_proof_shows_what_holds_at_loops() {
    let folder = Folder::new("page-proof");
    let Some(mut browser) = Browser::start(&folder.path("profile")) else { return };
    let (result, page) = result(&folder, "safe", SAFE);
    assert_eq!(result["verdict"], "TRUE");
    browser.open(&page);
    let shown = browser.evaluate(
        "[...document.querySelectorAll('.inv')].map((part) => ({
            line: Number(part.nextElementSibling.querySelector('.n').textContent),
            formulas: [...part.querySelectorAll('code')].map((code) => code.textContent),
            visible: part.getBoundingClientRect().height > 0 && part.getBoundingClientRect().bottom <= innerHeight,
        }))",
    );
    let loops = result["invariants"].as_array().expect("invariants");
    let expected: Vec<Value> =
        loops.iter().map(|l| json!({ "line": l["line"], "formulas": l["c"], "visible": true })).collect();
    assert_eq!(shown, json!(expected));
    assert!(!loops.is_empty() && loops[0]["c"].as_array().is_some_and(|c| !c.is_empty()), "{loops:?}");
    // There is nothing to walk through, and keys do no harm.
    browser.press("ArrowRight");
    browser.picture("proof");
    browser.evaluate("document.querySelectorAll('details.more').forEach((part) => { part.open = true; })");
    let smt = browser.evaluate("document.querySelector('aside').textContent");
    let smt = smt.as_str().expect("text");
    assert!(smt.contains("discharged by fresh solvers") && smt.contains("queries"), "{smt}");
    assert_eq!(browser.complaints, Vec::<String>::new());
}
