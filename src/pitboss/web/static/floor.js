// What the floor's pages keep to themselves: the card prompt, the clock, and on a keypad the chips on the sensors.
"use strict";
(() => {
  const CARD_S = 60, RETRY_MS = 1000;
  const { post, send, fields, target, morph, newId, dollars } = window.pitboss;
  const all = (where, what) => [...where.querySelectorAll(what)];

  // ---------- the card prompt: a reader types the card and ends with Enter, then comes the PIN ----------
  let asking = null;  // { prompt, challenge, act, until }

  async function ask(prompt, act) {
    const { ok, body } = await post("/api/challenges", { path: act.path }).catch(() => ({ body: { sentence: "No answer from the Game Manager." } }));
    const challenge = body.challenge;
    if (!ok) return answer(prompt, body.sentence);
    asking = { prompt, challenge, act, until: Date.now() + CARD_S * 1000 };
    for (const field of all(prompt, "input")) field.value = "";
    answer(prompt, "");
    show();
    prompt.querySelector("[data-card]").focus();
    tick();
  }

  function answer(prompt, sentence) {
    const place = prompt.querySelector("[data-answer]") || document.getElementById("answer");
    if (place) { place.textContent = sentence || ""; place.hidden = !sentence; }
  }

  function show() {
    const prompt = asking?.prompt;
    if (prompt?.matches("dialog") && !prompt.open) prompt.showModal();
    document.dispatchEvent(new CustomEvent("asking"));
  }

  function stop() {
    const prompt = asking?.prompt;
    asking = null;
    if (prompt?.open) prompt.close();
    document.dispatchEvent(new CustomEvent("asking"));
  }

  async function swiped(form) {
    const { challenge, act, prompt } = asking;
    const swipe = { challenge, card: form.elements.card.value, pin: form.elements.pin.value };
    const done = await act(swipe);
    if (asking?.challenge !== challenge) return;
    if (done === true) return stop();
    // A swipe answers one challenge once: after a refusal the next card needs a new one.
    const again = await post("/api/challenges", { path: act.path }).catch(() => null);
    if (!again?.ok) return stop();
    asking.challenge = again.body.challenge;
    asking.until = Date.now() + CARD_S * 1000;
    for (const field of all(prompt, "input")) field.value = "";
    answer(prompt, done);
    prompt.querySelector("[data-card]").focus();
  }

  function tick() {
    if (!asking) return;
    const left = Math.max(0, Math.ceil((asking.until - Date.now()) / 1000));
    for (const place of all(asking.prompt, "[data-left]")) place.textContent = left;
    if (left === 0) stop();
  }

  // What stands in a field, in the words of the page: the chosen option, the label of a radio, an amount as it will be booked.
  function typed(form, name) {
    const field = form.querySelector(`[data-field="${name}"]`) || form.elements[name];
    if (field instanceof RadioNodeList) return [...field].find(one => one.checked).closest("label").textContent.trim();
    if (field.matches("select")) return field.selectedOptions[0].textContent.trim();
    return field.dataset.type === "cents" || field.dataset.type === "units" ? dollars(field.value) : field.value.trim();
  }

  document.addEventListener("submit", event => {
    const form = event.target;
    if (asking && (form === asking.prompt || asking.prompt.contains(form))) { event.preventDefault(); swiped(form); }
    else if (form.matches("[data-swipe]")) {
      event.preventDefault();
      // What is sent is what stood in the form when its button was pressed, whatever the page shows meanwhile.
      const path = target(form, event.submitter), data = fields(form, event.submitter);
      const prompt = document.getElementById("swipe");
      const pressed = event.submitter?.textContent.trim() || "";
      const words = event.submitter?.dataset.tell ? event.submitter.dataset : form.dataset;
      prompt.querySelector("[data-what]").textContent = `${pressed}: ${words.tell.replace(/\[(\w+)\]/g, (_, name) => typed(form, name))}`;
      prompt.querySelector("[data-whose]").textContent = words.whose;
      const act = async swipe => await send(form, path, { ...data, swipe }) || form.dataset.refusal || "No answer. WAIT, then swipe again.";
      act.path = path;
      ask(prompt, act);
    }
  });
  document.addEventListener("refused", event => {
    const form = event.target, card = form.querySelector("[data-card]");
    form.dataset.refusal = event.detail.sentence || "";
    if (card) { all(form, "[data-card], [data-pin]").forEach(field => { field.value = ""; }); card.focus(); }
  });
  document.addEventListener("keydown", event => {
    const field = event.target;
    if (event.key === "Enter" && field.matches?.("[data-card]")) {
      event.preventDefault();
      field.form.querySelector("[data-pin]").focus();
    } else if (asking && event.key === "Escape") { event.preventDefault(); stop(); }
    else if (asking && event.key.length === 1 && !field.matches?.("input")) asking.prompt.querySelector("[data-card]").focus();
  });
  document.addEventListener("click", event => {
    if (event.target.closest("[data-cancel]")) stop();
    if (event.target.closest("[data-sign-out]")) post("/api/sign-out", {}).finally(() => location.assign("/floor/sign-in"));
  });
  setInterval(tick, 500);

  document.querySelector("form[data-then=enter] [data-card]")?.focus();

  // ---------- forms whose address depends on a choice in them ----------
  document.addEventListener("submit", event => {
    const form = event.target, choice = form.querySelector("[data-where], [data-person]")?.value;
    if (form.matches("[data-issue]")) form.setAttribute("action", `/api/staff/${choice}/cards`);
    if (form.matches("[data-adjust]")) {
      const [link, level, epoch] = choice.split("|");
      form.setAttribute("action", `/api/links/${link}/adjustments`);
      form.elements.level.value = level;
      form.elements.seen_epoch.value = epoch;
    }
  }, true);

  // ---------- what follows an answer ----------
  document.addEventListener("done", event => {
    const form = event.target, body = event.detail;
    if (form.dataset.then === "enter") {
      const next = new URLSearchParams(location.search).get("next") || "";
      location.assign(body.table ? `/floor/tables/${encodeURIComponent(body.table)}` : /^\/floor(\/|$)/.test(next) ? next : "/floor");
    }
    else if (form.dataset.then === "open") { all(form, "[data-opened]").forEach(e => { e.href = body.path; e.hidden = false; e.textContent = e.dataset.opened.replace("#", body.copy); }); window.open(body.path, "_blank"); }
    else if (form.dataset.then === "code") { const place = form.querySelector("[data-code]"); place.hidden = false; place.textContent = body.code ? `One-time code for ${body.label}: ${body.code}. It is shown this once.` : `${body.label} waits: an executive releases it here.`; }
    else if (form.dataset.then) location.assign(form.dataset.then);
    if (form.matches("[data-reset]")) form.reset();
  });

  // ---------- clock, stale ----------
  function clock() {
    for (const place of all(document, "[data-clock]"))
      place.textContent = new Date().toLocaleTimeString("en-GB", { timeZone: place.dataset.clock || undefined });
    for (const place of all(document, "[data-until]")) {
      const left = Number(place.dataset.until) / 1000 - Date.now(), minutes = Math.floor(Math.abs(left) / 60000);
      place.textContent = `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min ${left < 0 ? "over" : "left"}`;
    }
  }
  clock();
  setInterval(clock, 1000);
  document.addEventListener("silence", event => {
    const { silent, heard } = event.detail;
    if (document.body.matches(".sign")) document.body.dataset.state = document.documentElement.matches("[data-stale], [data-stopped]") ? "stale" : "heard";
    for (const place of all(document, "[data-silent]")) place.textContent = Math.floor(silent / 1000);
    for (const place of all(document, "[data-heard]")) place.textContent = new Date(heard).toLocaleTimeString("en-GB", { timeZone: place.dataset.heard });
  });

  // ---------- keypad ----------
  const pad = document.querySelector("[data-keypad]");
  if (!pad) return;
  const table = pad.dataset.keypad, store = `pitboss ${pad.dataset.ledger} ${table}`;
  // Chips belong to the table, not to the Game Manager: it hears of them at START GAME.
  const own = { chips: {}, marks: {}, seen: {}, losses: {}, ...JSON.parse(localStorage.getItem(store) || "{}") };
  let chosen = null, busy = "", stale = false, rendered = pad.innerHTML;
  const dealing = pad.hasAttribute("data-dealing");
  const facts = () => JSON.parse(document.getElementById("table-data").textContent);
  const url = (link, rest) => `/api/tables/${encodeURIComponent(table)}/links/${encodeURIComponent(link)}/${rest}`;
  const has = (link, seat) => (own.chips[link] || []).includes(seat);
  const keep = () => localStorage.setItem(store, JSON.stringify(own));
  const field = id => document.getElementById(id);
  const clear = () => { field("cards").value = ""; field("folded").checked = false; };
  const tell = sentence => { const place = document.getElementById("answer"); if (place) place.textContent = sentence || ""; };

  // Without a definite answer the same command goes out again until there is one.
  async function command(link, rest, data) {
    const id = newId(), headers = own.seen[link] ? { "Pitboss-Seen": own.seen[link] } : {};
    for (;;) {
      try {
        const { ok, status, body, entry } = await post(url(link, rest), data, id, rest === "start" ? headers : {});
        if (status < 500 && status !== 429) {
          busy = "";
          document.getElementById("look-again")?.setAttribute("hidden", "");
          if (entry && ok) { own.seen[link] = entry; keep(); }
          return { ok, body };
        }
      } catch { /* no answer: the command may or may not be in */ }
      busy = "WAIT: no answer yet, the command is sent again";
      document.getElementById("look-again")?.removeAttribute("hidden");
      draw();
      await new Promise(resolve => setTimeout(resolve, RETRY_MS));
    }
  }

  function together(seats) {
    const groups = {};
    for (const seat of seats) if (own.marks[seat]) (groups[own.marks[seat]] ||= []).push(seat);
    return Object.values(groups).filter(group => group.length > 1);
  }

  const presses = {
    async start() {
      const table = facts();
      const taken = new Set(Object.entries(table).filter(([, s]) => s.open).flatMap(([link]) => own.chips[link] || []));
      for (const [link, sensor] of Object.entries(table)) {
        if (!sensor.open || sensor.in_round) continue;
        const seats = [...(own.chips[link] || [])].sort((a, b) => a - b);
        const { ok, body } = await command(link, "start", {
          round_no: sensor.round_no + 1, seats, base_seats: [...taken].sort((a, b) => a - b),
          wager_cents: sensor.wager_cents, together: together(seats),
        });
        if (!ok) return body.sentence;
        own.chips[link] = [];
        keep();
      }
      chosen = null;
    },
    async end() {
      for (const [link, sensor] of Object.entries(facts())) {
        if (!sensor.in_round) continue;
        const { ok, body } = await command(link, "end", { round_no: sensor.round_no });
        if (!ok) return body.sentence;
      }
      chosen = null;
      own.marks = {};
      keep();
    },
    async run() {
      for (const [link, sensor] of Object.entries(facts())) {
        if (!sensor.at_jph) continue;
        const { ok, body } = await command(link, "run", {});
        if (!ok) return body.sentence;
      }
    },
  };

  function prompt(override = false) {
    const form = pad.querySelector("[data-prompt]");
    if (!form || busy) return;
    const { path, epoch } = form.dataset, id = { now: newId() };
    const shown = epoch === undefined ? {} : { seen_epoch: Number(epoch), override };
    const act = async swipe => {
      try {
        const { ok, body } = await post(path, { ...shown, swipe }, id.now);
        id.now = newId();
        return ok || body.sentence;
      } catch { return "No answer. WAIT, then swipe again: the award is recorded once."; }
    };
    act.path = path;
    ask(form, act);
  }

  async function press(key) {
    if (busy) return;
    busy = "sending";
    draw();
    tell(await presses[key]());
    busy = "";
    draw();
  }

  async function hand(button) {
    const [link, seat] = chosen, sensor = facts()[link];
    const { ok, body } = await command(link, "press", { round_no: sensor.round_no, seat, hand: button.dataset.hand, cards: field("cards").value.trim(), folded: field("folded").checked });
    tell(ok ? "" : body.sentence);
    if (ok) clear();
  }

  pad.addEventListener("click", event => {
    const button = event.target.closest("button");
    if (!button || button.disabled || asking) return;
    if (button.matches(".sensor")) {
      if (!dealing) return;
      const link = button.dataset.link, seat = Number(button.dataset.seat), sensor = facts()[link];
      if (sensor.in_round && sensor.seats.includes(seat)) { if (chosen?.join() !== [link, seat].join()) clear(); chosen = [link, seat]; }
      else { own.chips[link] = has(link, seat) ? own.chips[link].filter(s => s !== seat) : [...(own.chips[link] || []), seat]; keep(); }
      tell("");
      draw();
    } else if (button.matches("[data-together]")) {
      const marks = ["", "A", "B", "C"], seat = button.dataset.together;
      own.marks[seat] = marks[(marks.indexOf(own.marks[seat] || "") + 1) % marks.length];
      keep();
      draw();
    } else if (button.matches(".hand")) hand(button);
    else if (button.matches("[data-press=confirm], [data-ask]")) prompt(button.matches("[data-ask]"));
    else if (button.matches("[data-press]")) press(button.dataset.press);
  });
  pad.addEventListener("change", event => {
    if (event.target.name !== "key") return;
    if (event.target.value === "jph") prompt();
    else press("run");
    draw();  // until the Game Manager has taken it in, the key stays where it was
  });
  document.addEventListener("asking", draw);
  document.addEventListener("standing", () => draw());
  document.getElementById("look-again")?.addEventListener("click", () => location.reload());
  document.addEventListener("panel", () => { rendered = pad.innerHTML; draw(); });
  document.addEventListener("silence", () => {
    const now = document.documentElement.hasAttribute("data-stale");
    if (now !== stale) { stale = now; draw(); }
  });

  // Lays what only this page knows over what the server rendered.
  // What this table saw of entries that two people have accepted as lost is forgotten, once for each such loss.
  function follow(table) {
    for (const [link, { losses }] of Object.entries(table)) if (losses > (own.losses[link] || 0)) {
      delete own.seen[link];
      own.losses[link] = losses;
      keep();
    }
  }

  function draw() {
    const server = document.createElement("template");
    server.innerHTML = rendered;
    morph(pad, server.content);
    const table = facts();
    follow(table);
    if (chosen && (!table[chosen[0]]?.in_round || table[chosen[0]].won.includes(chosen[1]))) chosen = null;
    for (const button of all(pad, ".sensor")) {
      const link = button.dataset.link, seat = Number(button.dataset.seat), sensor = table[link];
      if (has(link, seat) && !(sensor.in_round && sensor.seats.includes(seat))) {
        button.dataset.state = sensor.in_round ? "late" : "in";
        button.querySelector("b").textContent = sensor.in_round ? "NOT IN" : "IN";
        button.querySelector("span span").textContent = sensor.in_round ? "late chip" : sensor.wager;
      }
      button.setAttribute("aria-pressed", Boolean(chosen && chosen[0] === link && chosen[1] === seat));
    }
    for (const place of all(pad, "[data-count]")) {
      const sensor = table[place.dataset.count];
      place.textContent = sensor.in_round ? sensor.seats.length : (own.chips[place.dataset.count] || []).length;
    }
    for (const place of all(pad, "[data-together]")) place.querySelector("[data-mark]").textContent = own.marks[place.dataset.together] ? ` ${own.marks[place.dataset.together]}` : "";
    drawHands(table);
    drawKeys();
    drawPrompt();
  }

  function drawHands(table) {
    const [link, seat] = chosen || [];
    const claimed = chosen ? table[link].claims[seat] : "", jph = chosen && table[link].at_jph;
    const place = pad.querySelector("[data-chosen]");
    if (chosen && place) place.textContent = `${pad.classList.contains("aquarius") ? "seat" : "spot"} ${seat}${Object.keys(table).length > 1 ? `, ${link}` : ""}`;
    for (const group of all(pad, ".hands")) {
      if (chosen) group.hidden = group.dataset.link !== link;
      for (const button of all(group, ".hand")) {
        const mine = chosen && group.dataset.link === link;
        button.setAttribute("aria-pressed", Boolean(mine && claimed === button.dataset.hand));
        button.disabled = !mine || Boolean((claimed || jph) && claimed !== button.dataset.hand) || !dealing;
      }
    }
    pad.querySelector("[data-folded]")?.toggleAttribute("data-chosen-hand", Boolean(chosen));
  }

  function drawKeys() {
    const lock = (button, why) => { if (button) { button.disabled = true; button.dataset.state = "locked"; button.querySelector("small").textContent = why; } };
    const [start, confirm, end] = ["start", "confirm", "end"].map(name => pad.querySelector(`[data-press=${name}]`));
    const run = pad.querySelector("#key-run"), turned = pad.querySelector("#key-jph");
    const stopped = document.documentElement.hasAttribute("data-stopped");
    const why = busy || (stopped ? "nothing is recorded at the moment" : stale ? "no link to the Game Manager" : "");
    if (why) [start, confirm, end].forEach(button => lock(button, why));
    if (run) {
      (turned.defaultChecked ? turned : run).checked = true;
      if (why) run.disabled = turned.disabled = true;
    }
    pad.toggleAttribute("data-busy", Boolean(busy));
  }

  function drawPrompt() {
    const form = pad.querySelector("[data-prompt]");
    if (asking && !asking.prompt.isConnected) stop();
    const on = Boolean(asking && form === asking.prompt);
    if (form) form.hidden = !on;
    for (const part of all(pad, "[data-idle]")) part.hidden = on;
    for (const part of all(pad, "[data-hold]")) part.inert = on;
    const confirm = pad.querySelector("[data-press=confirm]");
    if (on && confirm && "epoch" in form.dataset) { confirm.dataset.state = "pressed"; confirm.disabled = true; confirm.querySelector("small").textContent = "pressed, waiting for the card"; }
  }
  draw();
})();
