// Drill, storm and payout storm without a link: what is asked is fetched ahead with what is right, answers are kept in this browser
// and delivered later. A run has an id, so that it counts once however often it is sent, and the server grades it anew.
"use strict";
(() => {
  const SET = 20, STORM_MS = 180_000, STORM_MISSES = 3, FRESH_MS = 3_600_000, RETRY_MS = 4_000, CHIPS_MAX = 60;
  const keep = (name, value) => { try { localStorage.setItem(name, JSON.stringify(value)); } catch { /* no room: nothing is kept */ } };
  const kept = (name, otherwise) => { try { return JSON.parse(localStorage.getItem(name)) ?? otherwise; } catch { return otherwise; } };
  const place = document.getElementById("without-link");

  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/play/worker.js", { scope: "/play" }).catch(() => {});

  // What is at hand is an hour old at most, and payments are those of the table that is taught.
  async function ahead() {
    const table = document.querySelector("main[data-table]")?.dataset.table;
    await fetched("ahead", "/play/ahead");
    await fetched("payments", "/play/deal/ahead", old => !table || old.table === table);
  }
  async function fetched(name, address, fits = () => true) {
    const old = kept(name, { at: 0 });
    if (Date.now() - old.at < FRESH_MS && fits(old)) return;
    const answer = await fetch(address);
    if (answer.ok) keep(name, { at: Date.now(), ...await answer.json() });
  }
  const situations = () => kept("ahead", {}).situations || [];
  const payments = () => kept("payments", {}).payments || [];

  // What waits goes out in its order; a run that the server refuses is told and let go, for it would be refused for ever.
  let delivering = false;
  async function deliver() {
    if (delivering) return;
    delivering = true;
    try {
      while (kept("runs", []).length) {
        const run = kept("runs", [])[0];
        const { ok, status, body } = await window.pitboss.post(run.mode === "payouts" ? "/play/deal/deliver" : "/play/drill/deliver", { ...run.of, id: run.id, mode: run.mode, answers: JSON.stringify(run.answers) }, run.id);
        if (!ok && (status === 429 || status >= 500)) return;   // later
        keep("runs", kept("runs", []).filter(one => one.id !== run.id));
        say(ok ? body.told : `Not counted: ${body.sentence || status}`);
      }
    } finally { delivering = false; }
  }

  function say(words) {
    let line = document.querySelector("[data-delivered]");
    if (!line) {
      line = Object.assign(document.createElement("p"), { className: "delivered" });
      line.dataset.delivered = "";
      line.setAttribute("role", "status");
      document.querySelector("main")?.prepend(line);
    }
    line.textContent = words;
  }

  // Closes the run that is under way, if it has an answer.
  function close() {
    const run = kept("run", null);
    localStorage.removeItem("run");
    if (run?.answers.length) keep("runs", [...kept("runs", []), run]);
  }

  // Whether there is a link is asked of the server, not of the browser, which only knows its own cable.
  async function reach() {
    if (!place) close();
    else if (!(await fetch("/ready")).ok) throw new Error("no answer");
    await deliver();
    await ahead();
  }
  const tried = () => reach().then(() => linked(true), () => linked(false));
  window.addEventListener("online", tried);
  window.addEventListener("offline", () => linked(false));
  const linked = there => {
    if (place) stand(there);
  };
  if (window.pitboss) tried();

  // The page without a link
  if (!place) return;
  const part = name => place.querySelector(`[data-${name}]`);
  const made = (tag, fields = {}, ...inside) => { const one = Object.assign(document.createElement(tag), fields); one.append(...inside); return one; };
  let asked = null, clock = 0;

  function stand(there) {
    const count = situations().length, cuts = payments().length, waiting = kept("runs", []).length + (kept("run", null)?.answers.length ? 1 : 0);
    const paid = cuts ? ` and ${cuts} payments of ${kept("payments", {}).game}` : "";
    part("standing").textContent = there ? "You are online." : count || cuts
      ? `No connection. ${count} situations${paid} are at hand${waiting ? ", and your answers are kept here until you are online again" : ""}.`
      : "No connection, and nothing is at hand yet. Open the drill or the school once with a connection.";
    part("back").hidden = !there;
    for (const button of place.querySelectorAll("[data-begin]")) button.disabled = !(button.dataset.begin === "payouts" ? cuts : count);
  }
  setInterval(tried, RETRY_MS);

  const svg = (kind, inside) => {
    const one = document.createElementNS("http://www.w3.org/2000/svg", kind);
    for (const [name, value] of Object.entries(inside)) one.setAttribute(name, value);
    return one;
  };
  function card([code, name]) {
    const drawn = svg("svg", { class: "card", role: "img", "aria-label": name });
    drawn.append(svg("use", { href: `#${code}` }));
    return drawn;
  }

  const left_ms = run => run.began + (run.mode === "storm" ? STORM_MS : 1000 * kept("payments", {}).seconds) - Date.now();
  const over = run => run.mode === "set" ? run.answers.length >= SET
    : left_ms(run) <= 0 || (run.mode === "storm" && run.answers.filter(one => !one.right).length >= STORM_MISSES);

  function begin(mode) {
    close();
    const { table, seed } = kept("payments", {});
    keep("run", { id: window.pitboss.newId(), mode, of: mode === "payouts" ? { table, seed } : {}, began: Date.now(), answers: [] });
    go();
  }

  // A run goes on where it was left, also after the page was closed; its clock never stood still.
  function go() {
    clearInterval(clock);
    const run = kept("run", null);
    if (!run) return;
    if (run.mode !== "set") clock = setInterval(() => { const run = kept("run", null); if (run && over(run)) { clearInterval(clock); result(run); } else if (run) marks(run); }, 1000);
    next();
  }

  function next() {
    const run = kept("run", null);
    if (!run) return;
    if (run.mode === "payouts") return pay(run);
    const before = new Set(run.answers.map(one => `${one.game} ${one.situation}`));
    const left = situations().filter(one => !before.has(`${one.game} ${one.situation}`));
    if (over(run) || !left.length) return result(run);
    asked = left[Math.floor(Math.random() * left.length)];
    const question = made("h2", { textContent: asked.question, tabIndex: -1 });
    const choices = made("div", { className: "actions" }, ...asked.choices.map(choice => {
      const button = made("button", { className: "button", type: "button", onclick: () => answer(choice) }, choice.label);
      button.dataset.key = choice.key;
      button.append(made("small", {}, made("kbd", { textContent: choice.key.toUpperCase() })));
      return button;
    }));
    part("asked").replaceChildren(
      made("p", { className: "small dim", textContent: asked.name }),
      made("div", { className: "scene" }, ...asked.lots.map(lot => made("div", { className: "lot" }, made("span", { textContent: lot.name }), made("span", { className: "cards" }, ...lot.cards.map(card))))),
      question, choices);
    marks(run);
    question.focus({ preventScroll: true });
  }

  function answer(choice) {
    const run = kept("run", null);
    if (!run || over(run)) return result(run);
    run.answers.push({ game: asked.game, situation: asked.situation, decision: choice.name, ms: Date.now() - run.began, right: choice.right });
    keep("run", run);
    const told = made("h2", { textContent: `You chose ${choice.label}`, tabIndex: -1 });
    const verdict = made("span", { className: `small ${choice.right ? "won" : "lost"}`, textContent: `${choice.words}${choice.right ? "" : " on $10"}` });
    const rows = [...asked.choices].sort((a, b) => a.place - b.place).map(one => made("tr", {}, made("th", { scope: "row", textContent: one.label + (one.place ? "" : ", best") }), made("td", { className: "num", textContent: one.money })));
    const on = made("button", { className: "button main", type: "button", textContent: "Next", onclick: next });
    on.dataset.key = "n";
    for (const gone of part("asked").querySelectorAll(":scope > h2, :scope > .actions")) gone.remove();
    part("asked").append(made("section", { className: "panel" }, made("header", {}, told, verdict),
      made("table", { className: "list" }, made("caption", { className: "hide", textContent: "What each decision is worth on $10" }), made("tbody", {}, ...rows)),
      made("p", { className: "note", textContent: `${choice.sentence} ${asked.why}` })), made("div", { className: "actions" }, on));
    marks(run);
    if (over(run)) return result(run);
    told.focus({ preventScroll: true });
  }

  // A payment is cut from the tray, and the next one follows at once with what is to be said of the last.
  function pay(run, said) {
    const { table, seed } = kept("payments", {}), before = new Set(run.answers.map(one => one.at));
    const left = run.of.table === table && run.of.seed === seed ? payments().filter(one => !before.has(one.at)) : [];
    if (over(run) || !left.length) return result(run);
    asked = left[Math.floor(Math.random() * left.length)];
    const question = made("h2", { textContent: asked.question, tabIndex: -1 });
    const form = made("form", { className: "ask", onsubmit: event => { event.preventDefault(); cut(form); } }, made("header", {}, question, clocked(run)), ...(said ? [said] : []), document.getElementById("tray").content.cloneNode(true));
    const cloth = made("section", { className: "cloth", innerHTML: asked.scene });
    cloth.append(form);
    part("asked").replaceChildren(made("p", { className: "small dim", textContent: kept("payments", {}).game }), made("div", { className: "training taken" }, cloth));
    marks(run);
    question.focus({ preventScroll: true });
    cloth.scrollIntoView({ block: "nearest" });
  }

  function clocked(run) {
    const time = made("div", { className: "clock" }, made("span"), made("i"));
    Object.assign(time.dataset, { until: left_ms(run) + Date.now(), seconds: kept("payments", {}).seconds });
    return time;
  }

  function cut(form) {
    const run = kept("run", null), chips = form.elements.chips.value.split(" ").filter(Boolean).map(Number).slice(0, CHIPS_MAX);
    if (!run || over(run)) return result(run);
    if (!chips.length) return;
    const sum = all => all.reduce((total, one) => total + one, 0), tidy = `${[...chips].sort((a, b) => a - b)}` === `${asked.chips}`;
    const right = tidy || (asked.any && sum(chips) === sum(asked.chips));
    run.answers.push({ at: asked.at, chips: chips.join(" "), ms: Date.now() - run.began, right });
    keep("run", run);
    const words = right ? `✓ Right: ${asked.right}${tidy ? "" : ` in the fewest chips`}` : `✗ It is ${asked.right}. ${asked.why}`;
    pay(run, made("p", { className: `last-said ${right ? "won" : "lost"}`, role: "status", textContent: `Before: ${words}` }));
  }

  function marks(run) {
    part("marks").replaceChildren(...run.answers.map(one => made("li", { className: one.right ? "won" : "lost" }, one.right ? "✓" : "✗", made("span", { className: "hide", textContent: one.right ? "right" : "missed" }))));
    const seconds = `${Math.max(0, Math.ceil(left_ms(run) / 1000))} s left`;
    part("remaining").textContent = run.mode === "set" ? `${run.answers.length} of ${SET}` : run.mode === "storm" ? `${seconds}; the third miss ends it.` : `${seconds}.`;
  }

  function result(run) {
    if (!run) return;
    clearInterval(clock);
    marks(run);
    close();
    const title = made("h2", { tabIndex: -1, textContent: `${run.answers.filter(one => one.right).length} of ${run.answers.length} right` });
    for (const gone of part("asked").querySelectorAll("form")) gone.remove();
    part("asked").prepend(made("section", { className: "panel" }, title, made("p", { textContent: "Kept here. It counts once you are online again, and only once." })));
    title.focus({ preventScroll: true });
    tried();
  }

  for (const button of place.querySelectorAll("[data-begin]")) button.addEventListener("click", () => begin(button.dataset.begin));
  go();
})();
