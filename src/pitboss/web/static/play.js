// Play pages: cards come one after another and then what they mean, a circle's chip comes back on a right click or when it is held, and the replay's slider.
"use strict";
(() => {
  // How quickly cards come, by a person's own choice: between two cards, between two groups of them, and the whole at most.
  const PACES = { instant: [0, 0, 0], quick: [90, 120, 1200], real: [260, 700, 9000] };
  const AGAIN_MS = 700;   // while something is counted
  const LOOK_MS = 400;   // a decision counts only when one could see what it is about
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const pace = () => PACES[still.matches ? "instant" : localStorage.getItem("pace")] || PACES.quick;
  const panels = ["public", "spot", "step"].map(id => document.getElementById(id)).filter(Boolean);
  const tables = document.querySelector("main.table");
  let seen = new Set(), asked, waits, comes = 0, early = 0;

  // One's own cards, then the other seats', the board as it is opened, and the dealer's.
  const group = card => card.closest("#spot") ? 0 : card.closest(".seats") ? 1 : card.closest(".board") ? 2 : 3;

  // Cards that lay there before lie still; new ones come one after another, and until the last has come nothing tells the end.
  function settle() {
    const cards = panels.flatMap(panel => [...panel.querySelectorAll("[data-c]")]);
    const fresh = cards.filter(card => !seen.has(card.dataset.c)).sort((a, b) => group(a) - group(b));
    const [card_ms, group_ms, most_ms] = pace();
    let at = 0, last = null;
    const times = fresh.map(card => {
      const street = group(card) === 2 && [...card.parentNode.children].indexOf(card) > 2;
      if (last) at += group(card) !== group(last) || street ? group_ms : card_ms;
      last = card;
      return at;
    });
    const scale = at > most_ms ? most_ms / at : 1;
    for (const card of cards) if (!fresh.includes(card)) card.style.animation = "none";
    fresh.forEach((_, place) => sound("card", times[place] * scale));
    fresh.forEach((card, place) => { card.style.animation = ""; card.style.animationDelay = `${times[place] * scale}ms`; });
    seen = new Set(cards.map(card => card.dataset.c));
    if (!tables || !fresh.length) return;
    comes = Date.now() + at * scale;
    tables.toggleAttribute("data-coming", at > 0);
    clearTimeout(waits);
    waits = setTimeout(arrived, at * scale);
  }

  function arrived() {
    clearTimeout(waits);
    comes = 0;
    tables.removeAttribute("data-coming");
    announce();
    for (const panel of panels) for (const card of panel.querySelectorAll("[data-c]")) card.style.animation = "none";
  }

  // Soft sounds for those who want them, made here: a card on felt, a question, chips that come.
  const TONES = { card: [[1800, 0, .03, .05]], ask: [[520, 0, .09, .06], [660, .1, .12, .06]], won: [[660, 0, .1, .07], [880, .11, .1, .07], [1320, .22, .2, .07]] };
  let audio;
  function sound(kind, after_ms = 0) {
    if (localStorage.getItem("sounds") !== "1") return;
    audio ||= new AudioContext();
    for (const [pitch, from, lasts, loud] of TONES[kind]) {
      const tone = audio.createOscillator(), volume = audio.createGain(), at = audio.currentTime + after_ms / 1000 + from;
      tone.type = kind === "card" ? "triangle" : "sine";
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(loud, at);
      volume.gain.exponentialRampToValueAtTime(.0001, at + lasts);
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      tone.stop(at + lasts);
    }
  }

  // For those who listen: one's own cards when they have come, what the round brought, and why Deal isn't lit.
  let said = "";
  function announce() {
    const place = document.getElementById("told");
    if (!place) return;
    const result = document.querySelector("#console .result")?.textContent.replace(/\s+/g, " ").trim();
    const cards = [...document.querySelectorAll(".mine .card, .choices .card")].map(card => card.getAttribute("aria-label")).join(", ");
    const why = document.querySelector("[data-deal] .why")?.textContent;
    const now = why || result || (cards && `Your cards: ${cards}.`) || "";
    if (now === said) return;
    said = place.textContent = now;
    if (result?.startsWith("Won")) sound("won");
  }

  // Whoever was at the buttons stays there when they change; others wait only so long, and the seconds are seen to pass.
  let pressing = false;
  document.addEventListener("focusin", event => { pressing = Boolean(event.target.closest("#console")); });
  const ends = new WeakMap();
  setInterval(() => {
    for (const place of document.querySelectorAll("[data-left]")) {
      const kept = ends.get(place);
      if (kept?.of !== place.dataset.ends) ends.set(place, { of: place.dataset.ends, at: Date.now() + 1000 * place.dataset.left });
      place.textContent = Math.max(0, Math.ceil((ends.get(place).at - Date.now()) / 1000));
    }
  }, 500);

  // A press that was meant for Deal, or came before the cards could be seen, is no decision; nor is one that was meant for
  // a decision, or only brought the cards, the next round.
  function guard() {
    const form = document.getElementById("decide");
    const now = form ? `step ${form.elements.step.value}` : document.getElementById("awaits") ? "claim" : document.querySelector("#console [data-key=r]") ? "over" : "bets";
    const step = `${document.querySelector(".place b")?.textContent} ${now}`;
    if (step === asked) return;
    asked = step;
    if (form) sound("ask");
    if (now !== "bets") look();
  }
  function look() {
    early = Date.now() + LOOK_MS;
    tables.setAttribute("data-early", "");
    setTimeout(() => { if (Date.now() >= early) tables.removeAttribute("data-early"); }, LOOK_MS);
  }
  document.addEventListener("submit", event => {
    if (!event.submitter?.closest("#console .actions") || Date.now() >= early) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  for (const kind of ["keydown", "pointerdown"]) document.addEventListener(kind, () => {
    if (!comes) return;
    arrived();
    if (!document.getElementById("decide")) look();
  }, true);

  settle();
  if (tables) { arrived(); guard(); early = 0; tables.removeAttribute("data-early"); }
  document.addEventListener("panel", event => {
    if (panels.includes(event.target)) { cancelAnimationFrame(settle.next); settle.next = requestAnimationFrame(settle); }
    if (event.target.id !== "console") return;
    guard();
    if (!comes) announce();
    if (pressing && document.activeElement.matches("body, :disabled")) event.target.querySelector(".console")?.focus({ preventScroll: true });
  });

  // A chip comes back from its circle by a right click, or by a finger that stays: phones have no right click.
  const HOLD_MS = 500, STILL_PX = 12;
  const circleAt = event => event.target.closest("#lay [data-bet]:not(:disabled)");
  let finger = null, took = false;
  function take(circle) {
    circle.setAttribute("formaction", circle.form.getAttribute("action").replace(/lay$/, "take"));
    circle.form.requestSubmit(circle);
    circle.removeAttribute("formaction");
  }
  document.addEventListener("pointerdown", event => {
    clearTimeout(finger?.waits);
    const circle = event.pointerType === "touch" && circleAt(event);
    took = false;
    finger = event.pointerType === "touch" ? { x: event.clientX, y: event.clientY } : null;
    if (circle) finger.waits = setTimeout(() => { took = true; take(circle); }, HOLD_MS);
  });
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => clearTimeout(finger?.waits));
  document.addEventListener("pointermove", event => {
    if (finger && Math.hypot(event.clientX - finger.x, event.clientY - finger.y) > STILL_PX) clearTimeout(finger.waits);
  });
  document.addEventListener("click", event => {
    if (took && circleAt(event)) { event.preventDefault(); took = false; }
  }, true);
  document.addEventListener("contextmenu", event => {
    const circle = circleAt(event);
    if (!circle) return;
    event.preventDefault();
    if (!finger) take(circle);
  });

  // The i beside a circle leads to its schedule: in the column where there is room for one, else in a sheet over the table.
  document.addEventListener("click", event => {
    const about = event.target.closest("[data-about]");
    const pays = document.getElementById("pays");
    if (!about || !pays) return;
    if (pays.checkVisibility() === false) pays.showPopover();
    const found = [...pays.querySelectorAll("[data-schedule]")];
    for (const schedule of found) schedule.toggleAttribute("data-looked", schedule.dataset.schedule === about.dataset.about);
    found.find(schedule => schedule.hasAttribute("data-looked"))?.scrollIntoView({ block: "nearest" });
  });

  // Every open seat takes the name with it; Enter in the name takes the seat that is offered, not the first one.
  document.addEventListener("keydown", event => {
    if (event.key !== "Enter" || !event.target.matches("#your-name[form=join]")) return;
    event.preventDefault();
    document.querySelector("#console [name=seat]").click();
  });

  // How the table looks and answers is a person's own choice and stays in this browser.
  for (const [id, otherwise] of [["four-colours", "0"], ["keys", "1"], ["pace", "quick"], ["sounds", "0"]]) {
    const field = document.getElementById(id), chosen = localStorage.getItem(id) ?? otherwise;
    if (!field) continue;
    if (field.type === "checkbox") field.checked = chosen === "1"; else field.value = chosen;
    field.addEventListener("change", () => localStorage.setItem(id, field.type === "checkbox" ? (field.checked ? "1" : "0") : field.value));
  }

  // The chip in one's hand stays there: over a round, a reload and another table.
  function inHand() {
    const chip = document.querySelector(`[name=chip][value="${Number(localStorage.getItem("chip"))}"]`);
    if (chip) chip.checked = true;
  }
  inHand();
  document.addEventListener("panel", event => { if (event.target.id === "console") inHand(); });
  document.addEventListener("change", event => { if (event.target.name === "chip") localStorage.setItem("chip", event.target.value); });

  // The replay: each step is a part of the page from the server.
  const slider = document.getElementById("slider");
  if (slider) {
    const show = async () => {
      const answer = await fetch(slider.dataset.step.replace("STEP", slider.value));
      const panel = document.getElementById("step");
      panel.innerHTML = await answer.text();
      settle();
    };
    slider.addEventListener("input", show);
    document.addEventListener("click", event => {
      const step = event.target.closest("[data-to]");
      if (step) { slider.value = step.dataset.to; show(); document.getElementById("step").scrollIntoView({ block: "nearest" }); }
    });
    const values = document.getElementById("values");
    if (values) fetch(values.dataset.values).then(answer => answer.text()).then(html => { values.innerHTML = html; }, () => { values.textContent = "No connection. Load the page again."; });
    for (const button of document.querySelectorAll("[data-move]"))
      button.addEventListener("click", () => { slider.value = Number(slider.value) + Number(button.dataset.move); show(); });
  }

  // What the report or the drill still counts is asked for again until it is there, over a link that is gone for a while too.
  async function again() {
    if (!document.querySelector("[data-again]")) return;
    await new Promise(done => setTimeout(done, AGAIN_MS));
    await fetch(location.href).then(answer => answer.text()).then(html => {
      const fresh = new DOMParser().parseFromString(html, "text/html");
      window.pitboss.morph(document.querySelector("main"), fresh.querySelector("main"));
    }).catch(() => {});
    await again();
  }
  again();

  document.addEventListener("click", async event => {
    const copy = event.target.closest("[data-copy]");
    if (!copy) return;
    const link = location.origin + copy.dataset.copy;
    const copied = navigator.clipboard?.writeText(link) || Promise.reject();   // which only a secure page has
    await copied.then(() => { copy.textContent = "Copied"; }, () => prompt("The link:", link));
  });
})();
