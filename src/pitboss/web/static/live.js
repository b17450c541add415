// Keeps a page current: swaps the panels the server pushes, sends forms, and marks the page stale when it hears nothing.
"use strict";
(() => {
  const STALE_MS = 5000, BLANK_MS = 30000, RETRY_MS = 1000;
  const root = document.documentElement;
  const path = document.body.dataset.live;
  let heard = Date.now();

  function mark() {
    if (!path) return;
    const silent = Date.now() - heard;
    root.toggleAttribute("data-stale", silent > STALE_MS);
    root.toggleAttribute("data-blank", silent > BLANK_MS);
    const notice = document.querySelector(".stale");
    if (notice) notice.hidden = silent <= STALE_MS;
  }

  // A panel is replaced only when its text differs; focus, open details and what is typed survive.
  function swap(id, html) {
    const old = document.getElementById(id);
    if (!old) return;
    const focused = document.activeElement && old.contains(document.activeElement) ? document.activeElement.id : "";
    const typed = new Map([...old.querySelectorAll("input[id], select[id], textarea[id]")].map(e => [e.id, [e.value, e.checked]]));
    const open = new Set([...old.querySelectorAll("details[open][id]")].map(e => e.id));
    old.innerHTML = html;
    for (const [key, [value, checked]] of typed) {
      const field = document.getElementById(key);
      if (field && !field.hasAttribute("data-fresh")) { field.value = value; if ("checked" in field) field.checked = checked; }
    }
    for (const key of open) document.getElementById(key)?.setAttribute("open", "");
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    old.dispatchEvent(new CustomEvent("panel", { bubbles: true }));
  }

  function connect() {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
    socket.onmessage = event => {
      heard = Date.now();
      mark();
      for (const [id, html] of Object.entries(JSON.parse(event.data).panels)) swap(id, html);
    };
    socket.onclose = () => setTimeout(connect, RETRY_MS);
  }

  // A form with data-send goes to the API as JSON; the answer's sentence is shown beside it. One press is one command id.
  async function send(form, submitter) {
    const data = Object.fromEntries(new FormData(form, submitter));
    const id = form.dataset.id || (form.dataset.id = crypto.randomUUID());
    const headers = { "Content-Type": "application/json", "Idempotency-Key": id, "X-Pitboss": "page" };
    const url = submitter?.getAttribute("formaction") || form.getAttribute("action");
    form.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(data) });
      delete form.dataset.id;
      const body = await answer.json().catch(() => ({}));
      say(form, answer.ok ? "" : body.sentence || body.detail || `Refused (${answer.status}).`);
      if (answer.ok && body.go) location.assign(body.go);
      form.dispatchEvent(new CustomEvent(answer.ok ? "done" : "refused", { bubbles: true, detail: body }));
    } catch {
      say(form, "No answer. WAIT: press again, the same command is sent once.");
    } finally {
      form.removeAttribute("aria-busy");
    }
  }

  function say(form, sentence) {
    const place = form.querySelector("[data-answer]") || document.querySelector("[data-answer]");
    if (place) { place.textContent = sentence; place.hidden = !sentence; }
  }

  document.addEventListener("submit", event => {
    if (!event.target.matches("form[data-send]")) return;
    event.preventDefault();
    send(event.target, event.submitter);
  });
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
    const button = [...document.querySelectorAll("[data-key]")].find(e => e.dataset.key.toLowerCase() === event.key.toLowerCase() && !e.disabled);
    if (button) { event.preventDefault(); button.click(); }
  });
  if (path) { connect(); setInterval(mark, 500); }
})();
