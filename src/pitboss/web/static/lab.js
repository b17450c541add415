// The laboratory: an edited cell or a clicked card asks for the page of the new address and takes in what changed.
"use strict";
(() => {
  const TYPING_MS = 120, AGAIN_MS = 400, RETRY_MS = 1500;
  const main = document.querySelector("main"), notice = document.querySelector("[data-answer]");
  let timer = 0, turn = 0;

  // Only what differs from the default stands in an address, and nothing that a change of the choice above it undoes.
  document.addEventListener("formdata", event => {
    const fields = [...event.target.elements].filter(field => field.name);
    const dropped = fields.filter(field => field.dataset.drops && field.value !== field.dataset.was).flatMap(field => field.dataset.drops.split(" "));
    for (const field of fields) {
      if (field.value.trim() === (field.dataset.default ?? "") || field.value.trim() === "" || dropped.some(start => field.name.startsWith(start))) event.formData.delete(field.name);
    }
  });

  const address = form => `${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`;

  function say(...content) {
    notice.replaceChildren(...content);
    notice.hidden = content.length === 0;
  }

  // Old figures stand, marked as busy, until the new ones are there. `reread`: the fields take what the address says, whatever was typed.
  // `record` writes the address into the history once it is not refused.
  async function show(url, reread = false, record = null) {
    const mine = ++turn;
    clearTimeout(timer);
    main.setAttribute("aria-busy", "true");
    let answer, fresh;
    try {
      answer = await fetch(url);
      fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    } catch {
      if (mine === turn) { say("No answer from the server; asking again."); timer = setTimeout(() => show(url, reread, record), RETRY_MS); }
      return;
    }
    if (mine !== turn) return;
    const waiting = main.querySelector("[data-working=whole]"), came = fresh.querySelector("main");
    if (!answer.ok && reread) main.removeAttribute("aria-busy");
    if (!came || (!answer.ok && !waiting)) return say(fresh.querySelector("[data-sentence]")?.textContent || `Refused (${answer.status}).`);
    if (record) record(url = answer.url);
    const working = fresh.querySelector("[data-working]");
    if (working) timer = setTimeout(() => show(url, reread), AGAIN_MS);
    const whole = fresh.querySelector("[data-working=whole]");
    if (whole && !waiting) return say(...whole.querySelector("p").childNodes);
    say();
    document.title = fresh.title;
    window.pitboss.morph(main, came);
    if (reread) main.querySelector("form")?.reset();
    undoable();
    showDesigns();
    if (!whole) main.removeAttribute("aria-busy");
  }

  // What was done on this page can be undone: every change is a step of the history, but for one more letter in the same cell.
  let typedIn = null;
  const step = (cell = null) => url => {
    if (cell && cell === typedIn) history.replaceState(history.state, "", url);
    else history.pushState({ undo: true }, "", url);
    typedIn = cell;
  };
  function undoable() {
    main.querySelectorAll("[data-undo]").forEach(button => { button.hidden = !history.state?.undo; });
  }

  function edit(event) {
    const field = event.target;
    if (!field.matches("[data-edit]")) return;
    const beside = field.parentElement.querySelector("output");
    if (beside && event.type === "input") beside.value = Number(field.value).toLocaleString("en-US") + (field.dataset.unit || "");
    clearTimeout(timer);
    if (field.name.startsWith("pay.") && !field.dataset.default && !field.value.trim()) return;   // a line of one's own waits for its pay
    timer = setTimeout(() => show(address(field.form), false, step(field.name)), TYPING_MS);
  }

  document.addEventListener("input", edit);
  document.addEventListener("change", event => { if (event.target.matches("[data-go]")) event.target.form.requestSubmit(); });
  document.addEventListener("click", event => {
    const link = event.target.closest("a[data-swap]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      show(link.href, true, step());
    }
    if (event.target.closest("[data-undo]")) history.back();
    if (event.target.closest("[data-share]")) share();
    const button = event.target.closest("[data-save], [data-forget]");
    if (button?.dataset.save) saveDesign(button.dataset.save);
    if (button?.dataset.forget) keepDesigns(designs().filter(one => one.name !== button.dataset.forget));
    if (event.target.closest("[data-print]")) print();
  });
  document.addEventListener("submit", event => {
    if (!event.target.matches("form[data-ask]")) return;
    event.preventDefault();
    show(address(event.target), true, step()).then(() => { if (notice.hidden) event.target.reset(); });
  });
  window.addEventListener("popstate", () => { typedIn = null; show(location.href, true); });

  async function share() {
    const link = document.createElement("input");
    Object.assign(link, { type: "text", readOnly: true, value: location.href });
    link.setAttribute("aria-label", "Link to this set-up");
    say("Link to this set-up: ", link);
    link.select();
    try { await navigator.clipboard.writeText(location.href); notice.append(" copied."); } catch { notice.append(" copy it from here."); }
  }

  // Designs are kept in this browser by name; each is its address, so a link is all that another person needs.
  const DESIGNS_MAX = 50;
  function designs() {
    try { return JSON.parse(localStorage.getItem("designs")) ?? []; } catch { return []; }
  }
  function keepDesigns(kept) {
    try { localStorage.setItem("designs", JSON.stringify(kept)); } catch { say("This browser keeps nothing; share the link instead."); }
    showDesigns();
  }
  function saveDesign(name) {
    const address = location.pathname + location.search;
    const others = designs().filter(one => one.address !== address);
    let free = name;
    for (let number = 2; others.some(one => one.name === free); number++) free = `${name} (${number})`;
    keepDesigns([{ name: free, address }, ...others].slice(0, DESIGNS_MAX));
  }
  function showDesigns() {
    const list = main.querySelector("[data-designs]");
    list?.replaceChildren(...designs().map(({ name, address }) => {
      const row = document.createElement("li"), link = document.createElement("a"), forget = document.createElement("button");
      Object.assign(link, { href: address, textContent: name });
      Object.assign(forget, { type: "button", className: "button quiet", textContent: "×" });
      forget.dataset.forget = name;
      forget.setAttribute("aria-label", `Forget ${name}`);
      row.append(link, forget);
      return row;
    }));
  }

  showDesigns();
  if (main.querySelector("[data-working]")) timer = setTimeout(() => show(location.href), AGAIN_MS);
})();
