// Keeps a page current: takes in the panels the server pushes, sends forms, and marks the page stale when it hears nothing.
"use strict";
(() => {
  const STALE_MS = 5000, BLANK_MS = 30000, RETRY_MS = 1000, LOAD_ANEW = 4401;
  const root = document.documentElement;
  const path = document.body.dataset.live;
  let heard = Date.now(), behind = false;

  // By day or by night: as the system says until somebody presses the switch; then every page of this browser remembers.
  document.addEventListener("click", event => {
    if (!event.target.closest("[data-look-switch]")) return;
    const look = getComputedStyle(root).colorScheme === "dark" || (!root.dataset.look && matchMedia("(prefers-color-scheme: dark)").matches) ? "light" : "dark";
    root.dataset.look = look;
    document.cookie = `look=${look}; path=/; max-age=34560000; samesite=lax`;
  });

  function mark() {
    if (!path) return;
    const silent = Date.now() - heard;
    root.toggleAttribute("data-stale", silent > STALE_MS);
    root.toggleAttribute("data-blank", silent > BLANK_MS);
    const notice = document.querySelector(".stale");
    if (notice) notice.hidden = silent <= STALE_MS;
    document.dispatchEvent(new CustomEvent("silence", { detail: { silent, heard } }));
  }

  // Makes what stands equal to what came and keeps every element that is the same, so that a press under way, focus, what is
  // typed, opened details and running movements survive. An element with data-keep belongs to the page.
  function morph(old, fresh) {
    const was = [...old.childNodes], now = [...fresh.childNodes];
    now.forEach((node, at) => {
      const before = was[at];
      if (!before) old.append(node);
      else if (before.nodeType !== node.nodeType || before.nodeName !== node.nodeName || before.id !== node.id) before.replaceWith(node);
      else if (node.nodeType === Node.ELEMENT_NODE) { if (!node.hasAttribute("data-keep")) same(before, node); }
      else if (before.nodeValue !== node.nodeValue) before.nodeValue = node.nodeValue;
    });
    was.slice(now.length).forEach(node => node.remove());
  }

  function same(old, fresh) {
    const renamed = old.getAttribute("name") !== fresh.getAttribute("name");
    for (const { name } of [...old.attributes]) if (name !== "open" && !fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    if ((renamed || fresh.hasAttribute("data-fresh")) && "value" in old) old.value = fresh.value;
    morph(old, fresh);
  }

  // A panel that knows less of the journal than what stands is dropped, and until it has caught up the page hears nothing.
  function swap(id, html) {
    const old = document.getElementById(id);
    if (!old) return;
    const fresh = document.createElement("template");
    fresh.innerHTML = html;
    const [stands, came] = [old, fresh.content].map(part => Number(part.querySelector("[data-seq]")?.dataset.seq || 0));
    behind = came < stands;
    if (behind) return;
    morph(old, fresh.content);
    old.dispatchEvent(new CustomEvent("panel", { bubbles: true }));
  }

  // What keeps the whole floor from playing stands on every page for as long as it lasts; nobody can wave it off.
  function stand(sentence) {
    const line = document.getElementById("standing"), told = sentence && (line?.dataset.short || sentence);
    if (!line || line.textContent === told) return;
    line.textContent = told;
    line.hidden = !sentence;
    root.toggleAttribute("data-stopped", Boolean(sentence));
    document.dispatchEvent(new CustomEvent("standing"));
  }

  function connect() {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
    socket.onmessage = event => {
      const { panels, standing = "", late } = JSON.parse(event.data);
      for (const [id, html] of Object.entries(panels)) swap(id, html);
      stand(standing);
      if (!behind && !late) heard = Date.now();
      mark();
      for (const place of document.querySelectorAll("[data-answer]")) if (place.textContent === CUT_OFF) place.hidden = true;
    };
    socket.onclose = event => event.code === LOAD_ANEW ? location.reload() : setTimeout(connect, RETRY_MS);
  }

  const newId = () => [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, "0")).join("");

  // One command: the same id gives the same answer, however often it is sent. Throws where there is no answer at all.
  async function post(url, data, id = newId(), headers = {}) {
    const answer = await fetch(url, {
      method: "POST", body: JSON.stringify(data),
      headers: { "Content-Type": "application/json", "Idempotency-Key": id, "X-Pitboss": "1", ...headers },
    });
    const body = await answer.json().catch(() => ({}));
    return { ok: answer.ok, status: answer.status, body, entry: answer.headers.get("Pitboss-Entry") };
  }

  // Fields go out as their data-type says: int and bool as such, cents and units from dollars; what is left empty stays out.
  function fields(form, submitter) {
    const data = {};
    for (const [name, text] of new FormData(form, submitter)) {
      const type = [...form.elements].find(e => e.name === name)?.dataset.type;
      if (text !== "") data[name] = type === "int" ? Number(text) : type === "bool" ? true : type ? money(text, type) : text;
    }
    return data;
  }

  // Commas stand before three figures, so that nobody's 12,50 is taken for 1,250.
  function money(text, type) {
    const [, sign, whole, part = ""] = /^\s*([-−]?)\s*\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?\s*$/.exec(text) || [];
    if (!whole) return text;
    const cents = BigInt(whole.replaceAll(",", "") + part.padEnd(2, "0")) * (sign ? -1n : 1n);
    return String(type === "units" ? cents * 1000000n : cents);
  }

  function dollars(text) {
    const cents = money(text, "cents");
    if (!/^-?\d+$/.test(cents)) return text;
    const [sign, figures] = [cents.startsWith("-") ? "−" : "", cents.replace("-", "").padStart(3, "0")];
    return `${sign}$${figures.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ",")}.${figures.slice(-2)}`;
  }

  // A form with data-send goes to the API as JSON; the answer's sentence is shown beside it. One press is one command id.
  const ids = new WeakMap();
  const target = (form, submitter) => submitter?.getAttribute("formaction") || form.getAttribute("action");
  async function send(form, url, data) {
    const id = ids.get(form) || newId();
    ids.set(form, id);
    form.setAttribute("aria-busy", "true");
    try {
      const { ok, status, body } = await post(url, data, id);
      ids.delete(form);
      say(form, ok ? "" : body.sentence || body.detail || `Refused (${status}).`);
      if (ok && body.go) location.assign(body.go);
      form.dispatchEvent(new CustomEvent(ok ? "done" : "refused", { bubbles: true, detail: body }));
      return ok;
    } catch {
      say(form, CUT_OFF);
      return false;
    } finally {
      form.removeAttribute("aria-busy");
    }
  }

  const CUT_OFF = "No connection. Press again: it will count only once.";
  function say(form, sentence) {
    const place = form.querySelector("[data-answer]") || document.querySelector("[data-answer]");
    if (!place) return;
    place.textContent = sentence && sentence[0].toUpperCase() + sentence.slice(1) + (/[.!?…]$/.test(sentence) ? "" : ".");
    place.hidden = !sentence;
  }

  document.addEventListener("submit", event => {
    if (!event.target.matches("form[data-send]")) return;
    event.preventDefault();
    send(event.target, target(event.target, event.submitter), fields(event.target, event.submitter));
  });
  // The space bar presses what the keyboard has come to. What a pointer pressed merely has the focus, and a circle takes its
  // chips by Enter: there the space bar is the key that the page gives it.
  let pointed = null;
  document.addEventListener("pointerdown", event => { pointed = event.target.closest("button, a, summary"); }, true);
  document.addEventListener("focusout", event => { if (event.target === pointed) pointed = null; });
  const ownSpace = place => place.matches("button, a, summary") && place !== pointed && !place.matches("#lay [name=bet]");
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input:not([type=radio]), select, textarea")) return;
    if (localStorage.getItem("keys") === "0" && document.body.classList.contains("play")) return;
    if (event.key === " " && ownSpace(event.target)) return;
    const keys = [...document.querySelectorAll("[data-key]")].filter(e => e.dataset.key.toLowerCase() === event.key.toLowerCase());
    if (keys.length && event.key === " ") event.preventDefault();   // a key that isn't lit does nothing
    const button = keys.find(e => !e.disabled);
    if (button) { event.preventDefault(); button.click(); }
  });
  // A file that is chosen is read into the field beside it.
  document.addEventListener("change", async event => {
    const into = document.getElementById(event.target.dataset?.reads || "");
    if (into && event.target.files[0]) into.value = await event.target.files[0].text();
  });
  window.pitboss = { post, send, fields, target, morph, newId, dollars };
  root.toggleAttribute("data-stopped", Boolean(document.getElementById("standing")?.textContent));
  if (path) { connect(); setInterval(mark, 500); }

  // Right after a first start kernels are compiled in the background: a line says so for as long as it takes.
  async function compiling() {
    const { compiling: left } = await (await fetch("/ready")).json();
    let line = document.querySelector(".warming");
    if (!left) return line?.remove();
    if (!line) {
      line = Object.assign(document.createElement("p"), { className: "warming" });
      line.setAttribute("role", "status");
      document.querySelector("header")?.after(line);
    }
    line.textContent = `Getting ready for this machine, once: ${left}. Everything works meanwhile; some answers take a moment longer.`;
    setTimeout(() => compiling().catch(() => {}), 2000);
  }
  if (document.body.classList.contains("play")) compiling().catch(() => {});
})();
