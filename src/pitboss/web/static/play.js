// Play pages: only new cards are seen to be dealt, a circle's chip comes back on a right click, and the replay's slider.
"use strict";
(() => {
  const DEAL_MS = 90, DEAL_MS_MAX = 1200;
  const seen = new Map();

  // Cards that lay there before lie still; new ones come one after another, the players' first and the dealer's last.
  function settle(panel) {
    const before = seen.get(panel.id) || new Set();
    const cards = [...panel.querySelectorAll("[data-c]")];
    const fresh = cards.filter(card => !before.has(card.dataset.c));
    fresh.sort((a, b) => !a.closest(".seats") - !b.closest(".seats"));
    for (const card of cards) card.style.animation = "none";
    panel.getBoundingClientRect();
    fresh.forEach((card, place) => {
      card.style.animation = "";
      card.style.animationDelay = `${place * Math.min(DEAL_MS, DEAL_MS_MAX / fresh.length)}ms`;
    });
    seen.set(panel.id, new Set(cards.map(card => card.dataset.c)));
  }
  for (const id of ["public", "spot", "step"]) {
    const panel = document.getElementById(id);
    if (panel) { settle(panel); panel.addEventListener("panel", () => settle(panel)); }
  }

  document.addEventListener("contextmenu", event => {
    const circle = event.target.closest("#lay [data-bet]:not(:disabled)");
    if (!circle) return;
    event.preventDefault();
    circle.setAttribute("formaction", circle.form.getAttribute("action").replace(/lay$/, "take"));
    circle.form.requestSubmit(circle);
    circle.removeAttribute("formaction");
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

  // Four colours are a person's own choice and stay in this browser.
  const four = document.getElementById("four-colours");
  if (four) {
    four.checked = localStorage.getItem("four-colours") === "1";
    four.addEventListener("change", () => localStorage.setItem("four-colours", four.checked ? "1" : "0"));
  }

  // The replay: each step is a part of the page from the server.
  const slider = document.getElementById("slider");
  if (slider) {
    const show = async () => {
      const answer = await fetch(slider.dataset.step.replace("STEP", slider.value));
      const panel = document.getElementById("step");
      panel.innerHTML = await answer.text();
      settle(panel);
    };
    slider.addEventListener("input", show);
    for (const button of document.querySelectorAll("[data-move]"))
      button.addEventListener("click", () => { slider.value = Number(slider.value) + Number(button.dataset.move); show(); });
  }

  // Dealer training: an answer brings the next task in place of the last, and the reader to its question.
  document.addEventListener("done", event => {
    const main = document.querySelector("main.training");
    if (!main || !event.detail.main) return;
    const fresh = document.createElement("template");
    fresh.innerHTML = event.detail.main;
    window.pitboss.morph(main, fresh.content);
    const question = document.getElementById("question");
    question.focus({ preventScroll: true });
    (main.querySelector(".mistake") || question.closest(".cloth")).scrollIntoView({ block: "nearest" });
  });

  // Dealer training: chips from the tray add up in the field; the clock only tells, the server keeps the time.
  document.addEventListener("click", event => {
    const chip = event.target.closest("[data-add]");
    const field = document.getElementById("amount");
    if (!chip || !field) return;
    const cents = Math.round(Number(field.value.replace(/[^0-9.]/g, "")) * 100) + Number(chip.dataset.add);
    field.value = (Math.max(cents, 0) / 100).toFixed(2);
  });
  setInterval(() => {
    const clock = document.querySelector(".clock[data-until]");
    if (!clock) return;
    const left = Math.max(0, Math.round((Number(clock.dataset.until) - Date.now()) / 1000));
    clock.querySelector("span").textContent = left ? `${left} s left` : "time is up, still pay";
    clock.querySelector("i").style.setProperty("--left", `${100 * left / Number(clock.dataset.seconds)}%`);
  }, 500);
})();
