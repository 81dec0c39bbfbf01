"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const one = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  document.body.classList.add("script");
  const resize = () => {
    const above = [one("header"), ...all(".notice")].reduce((sum, part) => sum + part.offsetHeight, 0);
    document.body.style.setProperty("--top", above + "px");
  };
  addEventListener("resize", resize);
  resize();

  // The files as tabs.
  const files = all(".file"), tabs = all(".tabs button");
  function show(number) {
    files.forEach((file, index) => { file.hidden = index !== number; });
    tabs.forEach((tab, index) => tab.setAttribute("aria-selected", String(index === number)));
  }
  tabs.forEach((tab, index) => tab.addEventListener("click", () => show(index)));
  if (files.length) show(data.first || 0);
  const line = (file, number) => document.getElementById(`f${file}-${number}`);
  function reveal(file, number) {
    show(file);
    const found = line(file, number);
    if (found) found.scrollIntoView({ block: "center", inline: "nearest" });
    return found;
  }
  // A link to a line opens its file.
  function follow() {
    const found = /^#f(\d+)-(\d+)$/.exec(location.hash);
    if (found) reveal(Number(found[1]), Number(found[2]));
  }
  addEventListener("hashchange", follow);

  const steps = data.steps;
  if (!steps.length) {
    if (data.mark) reveal(data.mark[0], data.mark[1]);
    follow();
    return;
  }

  const items = new Map(all(".steps li[data-step]").map((item) => [Number(item.dataset.step), item]));
  const [first, back, forward, last] = ["first", "back", "forward", "last"].map((name) => document.getElementById(name));
  const slider = document.getElementById("slider"), position = document.getElementById("position");
  const table = one(".variables tbody");
  let at = 0;

  // The calls that are open in a step, the innermost first.
  function open(step) {
    const calls = [];
    for (let call = steps[step].call; call !== null && call !== undefined; call = data.calls[call].parent) calls.push(call);
    return calls;
  }

  // What each variable has been told to hold up to a step, by the group it belongs to.
  function values(until) {
    const groups = new Map();
    for (let step = 0; step <= until; step++) {
      for (const change of steps[step].changes) {
        const key = change.group !== undefined ? change.group : steps[step].call;
        if (!groups.has(key)) groups.set(key, new Map());
        const group = groups.get(key), old = group.get(change.name);
        group.set(change.name, { value: change.value, chosen: change.chosen, step, before: old && old.value });
      }
    }
    return groups;
  }

  function cell(row, text, className) {
    const made = row.appendChild(document.createElement("td"));
    if (className) made.className = className;
    made.append(text);
    return made;
  }

  function tell() {
    const groups = values(at);
    const shown = open(at).map((call) => [data.calls[call].function + "()", groups.get(call)]);
    for (const name of data.groups) shown.push([name, groups.get(name)]);
    table.replaceChildren();
    for (const [name, group] of shown) {
      if (!group || !group.size) continue;
      const head = table.appendChild(document.createElement("tr")).appendChild(document.createElement("th"));
      head.colSpan = 2;
      head.textContent = name;
      for (const [variable, told] of group) {
        const row = table.appendChild(document.createElement("tr"));
        cell(row, variable).classList.add("value");
        const value = cell(row, "", "value");
        const changed = told.step === at;
        row.classList.toggle("changed", changed);
        if (changed && told.before !== undefined && told.before !== told.value) {
          value.appendChild(document.createElement("del")).textContent = told.before;
        }
        value.append(told.value);
        if (told.chosen) {
          const mark = value.appendChild(document.createElement("span"));
          mark.className = "chosen";
          mark.textContent = "  ← chosen";
        }
      }
    }
    if (!table.children.length) {
      const none = cell(table.appendChild(document.createElement("tr")), "no variable has a value yet");
      none.className = "none";
    }
  }

  function within(item, box) {
    if (!box || box.scrollHeight <= box.clientHeight) return;
    const top = item.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top + item.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = top - box.clientHeight / 2;
    }
  }

  function go(step) {
    at = Math.max(0, Math.min(steps.length - 1, step));
    const now = steps[at];
    all(".current").forEach((part) => part.classList.remove("current"));
    all(".note").forEach((note) => note.remove());
    if (now.file !== null) {
      const found = reveal(now.file, now.line);
      if (found) {
        found.classList.add("current");
        const text = now.changes.map((change) => `${change.name} = ${change.value}`).join(", ");
        if (text) {
          const note = found.appendChild(document.createElement("span"));
          note.className = "note";
          note.textContent = text.length > 100 ? text.slice(0, 99) + "…" : text;
        }
      }
    }
    const item = items.get(at);
    if (item) {
      item.classList.add("current");
      within(item, one(".steps"));
    }
    first.disabled = back.disabled = at === 0;
    forward.disabled = last.disabled = at === steps.length - 1;
    slider.value = String(at);
    position.textContent = `${at + 1} of ${steps.length}`;
    tell();
  }

  first.addEventListener("click", () => go(0));
  back.addEventListener("click", () => go(at - 1));
  forward.addEventListener("click", () => go(at + 1));
  last.addEventListener("click", () => go(steps.length - 1));
  slider.addEventListener("input", () => go(Number(slider.value)));
  document.addEventListener("click", (event) => {
    const target = event.target.closest("[data-step]");
    if (!target) return;
    event.preventDefault();
    go(Number(target.dataset.step));
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const keys = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: steps.length - 1 };
    if (!(event.key in keys)) return;
    event.preventDefault();
    go(keys[event.key]);
  });
  go(0);
})();
