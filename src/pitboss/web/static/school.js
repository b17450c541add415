// The dealer's school: tasks swap in place, chips are cut, clocks tell the time that the server keeps, certificates are read.
"use strict";
(() => {
  const main = document.querySelector("main[data-swap]");
  const short = cents => `$${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: cents % 100 ? 2 : 0 })}`;

  // An answer brings the next task in place of the last, and the reader to its question.
  document.addEventListener("done", event => {
    const shown = document.getElementById(event.target.dataset?.shows || "");
    if (shown && event.detail.main) { shown.innerHTML = event.detail.main; shown.scrollIntoView({ block: "nearest" }); return; }
    if (!main || !event.detail.main) return;
    const fresh = document.createElement("template");
    fresh.innerHTML = event.detail.main;
    window.pitboss.morph(main, fresh.content);
    drawn();
    const question = document.getElementById("question");
    question.focus({ preventScroll: true });
    (main.querySelector(".mistake:not([data-last])") || question.closest(".cloth")).scrollIntoView({ block: "nearest" });
    goOn();
  });

  // Chips from the tray add up in the field of an amount; the last one can be taken back, and what was typed over them can't.
  let added = [];
  document.addEventListener("input", event => { if (event.target.id === "amount") added = []; });
  document.addEventListener("click", event => {
    const chip = event.target.closest("[data-add]"), back = event.target.closest("[data-unadd]"), field = document.getElementById("amount");
    if (!field || !(chip || back)) return;
    if (!field.value) added = [];
    const moved = chip ? Number(chip.dataset.add) : -(added.pop() || 0);
    if (chip) added.push(moved);
    const cents = Math.round(Number(field.value.replace(/[^0-9.]/g, "")) * 100) + moved;
    field.value = cents > 0 ? (cents / 100).toFixed(2) : "";
  });

  // Where a payment is cut, the chips themselves are the answer.
  const chips = () => { const field = document.querySelector("[data-cut] [name=chips]"); return field ? [field, field.value.split(" ").filter(Boolean)] : []; };
  function drawn() {
    const [field, cut] = chips(), shown = document.getElementById("cut-chips");
    if (!field || !shown) return;
    const values = [...new Set(cut)].sort((a, b) => b - a);
    const sum = cut.reduce((total, cents) => total + Number(cents), 0);
    shown.replaceChildren(...(cut.length ? [
      ...values.map(cents => {
        const pile = document.createElement("span");
        const count = cut.filter(one => one === cents).length;
        pile.className = "cut-pile";
        pile.append(document.querySelector(`[data-chip="${cents}"] .chip`).cloneNode(true), `${count} × ${short(cents)}`);
        return pile;
      }),
      Object.assign(document.createElement("b"), { className: "num", textContent: `= ${short(sum)}` }),
    ] : ["No chips cut yet"]));
  }
  document.addEventListener("click", event => {
    const [field, cut] = chips();
    if (!field) return;
    const chip = event.target.closest("[data-chip]"), back = event.target.closest("[data-uncut]");
    if (!chip && !back) return;
    if (chip) cut.push(chip.dataset.chip); else cut.pop();
    field.value = cut.slice(0, 60).join(" ");
    drawn();
  });
  document.addEventListener("keydown", event => {
    const pay = event.key === "Enter" && !event.target.closest("a, button, input, select, textarea, summary") && document.querySelector("[data-enter]");
    if (pay) { event.preventDefault(); pay.click(); }
  });

  // A clock only tells, the server keeps the time; where everything ends with it, the end is fetched.
  setInterval(() => {
    const clock = document.querySelector(".clock[data-until]");
    if (!clock) return;
    const left = Math.max(0, Math.round((Number(clock.dataset.until) - Date.now()) / 1000));
    clock.querySelector("span").textContent = left ? `${left} s left` : clock.hasAttribute("data-ends") ? "time is up" : "time is up, still pay";
    clock.querySelector("i").style.setProperty("--left", `${100 * left / Number(clock.dataset.seconds)}%`);
    if (!left && clock.hasAttribute("data-ends") && Date.now() > Number(clock.dataset.until) + 300) { clock.removeAttribute("data-ends"); location.reload(); }
  }, 500);

  // The dealer who errs goes on by himself at a pace that was chosen.
  let going;
  function goOn() {
    clearTimeout(going);
    const acts = main?.querySelector("[data-goes-on]");
    if (acts) going = setTimeout(() => acts.isConnected && acts.querySelector("[value=go]").click(), 1000 * Number(acts.dataset.goesOn));
  }
  goOn();
  drawn();

  document.addEventListener("click", event => { if (event.target.closest("[data-print]")) print(); });
})();
