"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const { engines, rows, timeout } = data;
const by = id => document.getElementById(id);
const svgSpace = "http://www.w3.org/2000/svg";
const colour = index => `var(--e${index % 8})`;
const solved = row => row.outcome.startsWith("correct") || row.outcome === "answered";
const wrong = row => row.outcome.startsWith("wrong");
const validated = rows.some(row => row.witness !== null);
const refused = row => row.witness === "rejected";
const doubtful = row => row.witness !== null && row.witness !== "confirmed";
const unique = values => [...new Set(values)];
const hidden = new Set();

function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

function shape(name, attributes, ...children) {
  const node = document.createElementNS(svgSpace, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

function seconds(value) {
  if (value < 10) return value.toFixed(2) + " s";
  if (value < 100) return value.toFixed(1) + " s";
  if (value < 6000) return Math.round(value) + " s";
  return (value / 3600).toFixed(1) + " h";
}

const size = bytes => bytes < 1 << 30 ? Math.round(bytes / (1 << 20)) + " MiB" : (bytes / (1 << 30)).toFixed(1) + " GiB";

function showTip(event, text) {
  const tip = by("tip");
  tip.textContent = text;
  tip.hidden = false;
  tip.style.left = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8) + "px";
  tip.style.top = Math.min(event.clientY + 14, innerHeight - tip.offsetHeight - 8) + "px";
}
const hideTip = () => { by("tip").hidden = true; };
const tipped = text => ({ onmousemove: event => showTip(event, text), onmouseleave: hideTip });

function choices(select, values, chosen, changed) {
  select.append(...values.map(([value, text]) => element("option", { value }, text)));
  if (chosen !== undefined) select.value = chosen;
  select.addEventListener("change", changed);
}

/* The table by category. */
function summary() {
  const table = by("summary");
  const heads = ["category", "engine", "tasks", "correct", "true", "false", "wrong", "unknown", "timeout", "memory", "failed", "score", "CPU time"];
  if (validated) heads.push("true confirmed", "false confirmed", "rejected");
  table.append(element("thead", {}, element("tr", {}, ...heads.map((head, i) => element("th", { class: i < 2 ? "left" : "" }, head)))));
  const categories = unique(rows.map(row => row.category)).sort();
  if (categories.length > 1) categories.push(null);
  for (const category of categories) {
    const body = element("tbody");
    const lines = engines.map((engine, index) => {
      const mine = rows.filter(row => row.engine === engine && (category === null || row.category === category));
      const count = test => mine.filter(test).length;
      return {
        engine, index, tasks: mine.length, answered: count(row => row.outcome === "answered"),
        numbers: [
          count(row => row.outcome.startsWith("correct")), count(row => row.outcome === "correct-true"),
          count(row => row.outcome === "correct-false"), count(wrong), count(row => row.outcome === "unknown"),
          count(row => row.outcome === "timeout"), count(row => row.outcome === "out-of-memory"),
          count(row => row.outcome === "error" || row.outcome === "crash"),
        ],
        confirmed: ["true", "false"].map(verdict => {
          const answers = mine.filter(row => row.witness !== null && row.verdict.startsWith(verdict));
          return `${answers.filter(row => row.witness === "confirmed").length}/${answers.length}`;
        }),
        refused: count(refused),
        score: mine.reduce((sum, row) => sum + row.score, 0),
        cpu: mine.filter(solved).reduce((sum, row) => sum + row.cpu, 0),
      };
    }).filter(line => line.tasks > 0);
    const most = Math.max(...lines.map(line => line.numbers[0]));
    const top = Math.max(...lines.map(line => line.score));
    lines.forEach((line, i) => {
      const cell = (value, extra = "") => element("td", { class: (value === 0 ? "zero " : "") + extra }, String(value));
      const [correct, ...others] = line.numbers;
      body.append(element("tr", { class: i === 0 ? "first" : "" },
        element("td", { class: "left" }, i === 0 ? category ?? "all" : ""),
        element("td", { class: "left" }, dot(line.index), line.engine),
        cell(line.tasks),
        cell(line.answered ? `${correct} +${line.answered}?` : correct, correct === most && lines.length > 1 ? "best" : ""),
        ...others.map((value, column) => cell(value, column === 2 && value > 0 ? "wrong" : "")),
        cell(line.score, line.score === top && lines.length > 1 ? "best" : ""), element("td", {}, seconds(line.cpu)),
        ...(validated ? [...line.confirmed.map(value => cell(value)), cell(line.refused, line.refused > 0 ? "wrong" : "")] : [])));
    });
    table.append(body);
  }
}

const dot = index => element("span", { class: "dot", style: `background:${colour(index)}` });

/* Axes. Times are drawn with a logarithmic scale, from a hundredth of a second on. */
const least = 0.01;
const area = { width: 520, height: 380, left: 48, right: 14, top: 10, bottom: 34 };

function logScale(from, to, low, high) {
  const span = Math.log10(to / from) || 1;
  return value => low + (high - low) * Math.log10(Math.max(value, from) / from) / span;
}

function decades(from, to) {
  const result = [];
  for (let value = 10 ** Math.ceil(Math.log10(from) - 1e-9); value <= to * 1.0001; value *= 10) result.push(value);
  return result;
}

const tick = value => value >= 1 ? String(Math.round(value)) : String(+value.toPrecision(2));

function frame(svg, x, y, xTicks, yTicks, xName, yName) {
  const { width, height, left, right, top, bottom } = area;
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.replaceChildren();
  for (const value of xTicks) {
    svg.append(shape("line", { class: "grid", x1: x(value), x2: x(value), y1: top, y2: height - bottom }));
    svg.append(shape("text", { x: x(value), y: height - bottom + 14, "text-anchor": "middle" }, tick(value)));
  }
  for (const value of yTicks) {
    svg.append(shape("line", { class: "grid", x1: left, x2: width - right, y1: y(value), y2: y(value) }));
    svg.append(shape("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, tick(value)));
  }
  svg.append(shape("line", { class: "axis", x1: left, x2: width - right, y1: height - bottom, y2: height - bottom }));
  svg.append(shape("line", { class: "axis", x1: left, x2: left, y1: top, y2: height - bottom }));
  svg.append(shape("text", { x: (left + width - right) / 2, y: height - 4, "text-anchor": "middle" }, xName));
  const middle = (top + height - bottom) / 2;
  svg.append(shape("text", { x: 12, y: middle, "text-anchor": "middle", transform: `rotate(-90 12 ${middle})` }, yName));
}

function cactus() {
  const kind = by("cactus-time").value;
  const lines = engines.map((engine, index) => ({
    engine, index, times: rows.filter(row => row.engine === engine && solved(row)).map(row => row[kind]).sort((a, b) => a - b),
  })).filter(line => !hidden.has(line.engine));
  const most = Math.max(1, ...lines.map(line => line.times.length));
  const longest = Math.max(timeout, 1, ...lines.flatMap(line => line.times.slice(-1)));
  const { width, height, left, right, top, bottom } = area;
  const x = value => left + (width - left - right) * value / most;
  const y = logScale(least, longest, height - bottom, top);
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find(value => most / value <= 8) ?? 10000;
  const xTicks = Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
  const svg = by("cactus");
  frame(svg, x, y, xTicks, decades(least, longest), "tasks solved", kind === "cpu" ? "CPU time in s" : "time in s");
  for (const { engine, index, times } of lines) {
    const points = times.map((time, i) => `${x(i + 1).toFixed(1)},${y(time).toFixed(1)}`).join(" ");
    svg.append(shape("polyline", { points, fill: "none", stroke: colour(index), "stroke-width": 2, "stroke-linejoin": "round" }));
    times.forEach((time, i) => svg.append(shape("circle", {
      cx: x(i + 1), cy: y(time), r: times.length > 80 ? 1.6 : 2.6, fill: colour(index), ...tipped(`${engine}: ${i + 1} solved, each within ${seconds(time)}`),
    })));
  }
  by("legend").replaceChildren(...engines.map((engine, index) => element("button", {
    class: hidden.has(engine) ? "off" : "",
    onclick: () => { hidden.has(engine) ? hidden.delete(engine) : hidden.add(engine); cactus(); growth(); },
  }, dot(index), `${engine} (${rows.filter(row => row.engine === engine && solved(row)).length})`)));
}

const key = row => row.task + "\n" + row.property;

function scatter() {
  const [a, b] = [by("scatter-x").value, by("scatter-y").value];
  const of = engine => new Map(rows.filter(row => row.engine === engine).map(row => [key(row), row]));
  const [left, right] = [of(a), of(b)];
  const svg = by("scatter");
  const longest = Math.max(timeout, 1, ...rows.filter(solved).map(row => row.cpu));
  const beyond = longest * 1.6;
  const x = logScale(least, beyond, area.left, area.width - area.right);
  const y = logScale(least, beyond, area.height - area.bottom, area.top);
  const ticks = decades(least, longest);
  frame(svg, x, y, ticks, ticks, `${a}: CPU time in s`, `${b}: CPU time in s`);
  const lines = [[1, 1], [1, 10], [10, 1]];
  for (const [u, v] of lines) {
    const end = Math.min(beyond / u, beyond / v);
    svg.append(shape("line", { class: "limit", x1: x(least * u), y1: y(least * v), x2: x(end * u), y2: y(end * v), "stroke-opacity": u === v ? 1 : .5 }));
  }
  let [onlyA, onlyB, both, faster] = [0, 0, 0, 0];
  for (const [name, first] of left) {
    const second = right.get(name);
    if (!second || (!solved(first) && !solved(second) && !wrong(first) && !wrong(second))) continue;
    if (solved(first) && solved(second)) { both++; if (second.cpu < first.cpu) faster++; }
    else if (solved(first)) onlyA++;
    else if (solved(second)) onlyB++;
    const place = row => solved(row) ? row.cpu : beyond;
    const fill = wrong(first) || wrong(second) ? "var(--bad)" : first.expected.startsWith("false") ? "var(--e1)" : "var(--e0)";
    const text = `${first.task}: ${a} ${first.outcome} ${seconds(first.cpu)}, ${b} ${second.outcome} ${seconds(second.cpu)}`;
    svg.append(shape("circle", {
      class: "point", cx: x(place(first)), cy: y(place(second)), r: 4, fill, "fill-opacity": .65, ...tipped(text),
      onclick: () => detail(solved(first) && !solved(second) ? second : first),
    }));
  }
  by("scatter-text").textContent = `Both solve ${both} (${b} is faster on ${faster}), only ${a} ${onlyA}, only ${b} ${onlyB}. ` +
    "Blue: the property holds; orange: it fails; red: a wrong answer. At the border: not solved.";
}

/* Families of tasks: time against the parameter. */
function growth() {
  const families = unique(rows.filter(row => row.parameter !== null).map(row => row.category));
  by("growth-section").hidden = families.length === 0;
  by("growth").replaceChildren(...families.map(family => {
    const mine = rows.filter(row => row.category === family && row.parameter !== null);
    const parameters = unique(mine.map(row => row.parameter)).sort((a, b) => a - b);
    const [from, to] = [parameters[0], parameters[parameters.length - 1]];
    const longest = Math.max(timeout, ...mine.filter(solved).map(row => row.cpu));
    const svg = shape("svg", { role: "img", "aria-label": family });
    const x = logScale(Math.max(from, 1e-9), Math.max(to, from * 1.01), area.left + 8, area.width - area.right - 8);
    const y = logScale(least, longest, area.height - area.bottom, area.top);
    frame(svg, x, y, parameters, decades(least, longest), "n", "CPU time in s");
    engines.forEach((engine, index) => {
      if (hidden.has(engine)) return;
      const points = mine.filter(row => row.engine === engine && solved(row)).sort((a, b) => a.parameter - b.parameter);
      svg.append(shape("polyline", {
        points: points.map(row => `${x(row.parameter)},${y(row.cpu)}`).join(" "), fill: "none", stroke: colour(index), "stroke-width": 2,
      }));
      points.forEach(row => svg.append(shape("circle", {
        class: "point", cx: x(row.parameter), cy: y(row.cpu), r: 3.5, fill: colour(index),
        ...tipped(`${engine}, n = ${row.parameter}: ${seconds(row.cpu)}`), onclick: () => detail(row),
      })));
    });
    return element("div", { class: "card" }, element("h2", {}, family), svg);
  }));
}

/* The tasks: a row each, a column for each engine. */
let order = { column: null, down: false };

function tasks() {
  const category = by("filter-category").value, engine = by("filter-engine").value;
  const outcome = by("filter-outcome").value, witness = by("filter-witness").value, text = by("filter-text").value.trim().toLowerCase();
  const groups = new Map();
  for (const row of rows) {
    if (!groups.has(key(row))) groups.set(key(row), { first: row, runs: new Map() });
    groups.get(key(row)).runs.set(row.engine, row);
  }
  const fitsOutcome = row => outcome === "" || row.outcome === outcome || (outcome === "solved" && solved(row)) ||
    (outcome === "not solved" && !solved(row)) || (outcome === "wrong" && wrong(row));
  const fitsWitness = row => witness === "" || row.witness === witness || (witness === "not confirmed" && doubtful(row));
  const fits = row => fitsOutcome(row) && fitsWitness(row);
  let shown = [...groups.values()].filter(({ first, runs }) => {
    const all = [...runs.values()];
    const asked = engine === "" ? all : all.filter(row => row.engine === engine);
    if (category !== "" && first.category !== category) return false;
    if (outcome === "not solved" && engine === "" && witness === "" ? all.some(solved) : !asked.some(fits)) return false;
    return text === "" || first.task.toLowerCase().includes(text) || asked.some(row => row.reason.toLowerCase().includes(text));
  });
  const value = group => {
    if (order.column === "category") return group.first.category;
    if (order.column === "task") return group.first.task;
    if (order.column === "expected") return group.first.expected;
    const run = group.runs.get(order.column);
    return !run ? Infinity : solved(run) ? run.cpu : 1e9 + run.cpu;
  };
  if (order.column !== null) {
    shown = shown.map(group => [value(group), group]).sort(([a], [b]) => a < b ? -1 : a > b ? 1 : 0).map(pair => pair[1]);
    if (order.down) shown.reverse();
  }
  by("count").textContent = `${shown.length} of ${groups.size} tasks`;
  const head = (name, left, index) => element("th", {
    class: left ? "left" : "",
    onclick: () => { order = { column: name, down: order.column === name && !order.down }; tasks(); },
  }, ...(index === undefined ? [] : [dot(index)]), name + (order.column === name ? order.down ? " ↓" : " ↑" : ""));
  const heads = element("tr", {}, head("category", true), head("task", true), head("expected", true), ...engines.map((name, i) => head(name, false, i)));
  const lines = shown.map(({ first, runs }) => element("tr", {},
    element("td", { class: "left quiet" }, first.category), element("td", { class: "left name", title: first.task }, first.task),
    element("td", { class: "left quiet", ...tipped(first.expected) }, first.expected.replace("(unreach-call)", "")),
    ...engines.map(name => element("td", {}, ...(runs.has(name) ? [badge(runs.get(name))] : [])))));
  by("tasks").replaceChildren(element("thead", {}, heads), element("tbody", {}, ...lines));
}

function badge(row) {
  const kind = wrong(row) || refused(row) ? "bad" : solved(row) ? "good" : row.outcome === "timeout" || row.outcome === "unknown" ? "bare" : "";
  const text = solved(row) ? `${row.verdict.split("(")[0]} ${seconds(row.cpu)}` : wrong(row) ? `WRONG ${row.verdict}` : row.outcome;
  return element("button", { class: "run " + kind, onclick: () => detail(row), ...tipped(row.reason || `${row.outcome}, ${seconds(row.cpu)}, ${size(row.memory)}${row.witness ? `, witness ${row.witness}` : ""}`) },
    text + (refused(row) ? ", witness rejected" : ""));
}

function detail(row) {
  hideTip();
  const entry = (name, value) => value === "" || value === null ? [] : [element("dt", {}, name), element("dd", {}, value)];
  const link = (file, text) => file ? [element("p", {}, element("a", { href: encodeURI(file), target: "_blank" }, text))] : [];
  by("detail-body").replaceChildren(
    element("h2", {}, `${row.engine} on ${row.task}`),
    element("dl", {}, ...entry("outcome", row.outcome), ...entry("answer", row.verdict), ...entry("expected", row.expected),
      ...entry("witness", row.witness), ...entry("reason", row.reason), ...entry("answered by", row.winner), ...entry("property", row.property),
      ...entry("time", `${seconds(row.wall)}, ${seconds(row.cpu)} of processor time`), ...entry("memory", size(row.memory))),
    ...link(row.log, "the whole log"), ...link(row.witnessFile, "the witness"), ...(row.excerpt ? [element("pre", {}, row.excerpt)] : []));
  by("detail").showModal();
}

by("conditions").textContent = data.conditions;
by("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const dark = root.classList.contains("dark") || (!root.classList.contains("light") && matchMedia("(prefers-color-scheme: dark)").matches);
  root.className = dark ? "light" : "dark";
});
by("detail").addEventListener("click", event => { if (event.target === by("detail")) by("detail").close(); });
const names = engines.map(name => [name, name]);
choices(by("cactus-time"), [["cpu", "CPU time"], ["wall", "time"]], "cpu", cactus);
choices(by("scatter-x"), names, engines[0], scatter);
choices(by("scatter-y"), names, engines[1] ?? engines[0], scatter);
choices(by("filter-category"), [["", "all"], ...unique(rows.map(row => row.category)).sort().map(name => [name, name])], "", tasks);
choices(by("filter-engine"), [["", "any"], ...names], "", tasks);
choices(by("filter-outcome"), [["", "any"], ["solved", "solved"], ["not solved", "not solved"], ["wrong", "wrong"],
  ...unique(rows.map(row => row.outcome)).sort().map(name => [name, name])], "", tasks);
choices(by("filter-witness"), [["", "any"], ["not confirmed", "not confirmed"],
  ...unique(rows.map(row => row.witness)).filter(word => word !== null).sort().map(name => [name, name])], "", tasks);
by("filter-witness").parentElement.hidden = !validated;
by("filter-text").addEventListener("input", tasks);
summary();
cactus();
scatter();
growth();
tasks();
