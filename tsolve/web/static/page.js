// What a form does without this, it does here without a new page; besides, names are completed, hexes are
// painted in one stroke, files are dropped, and links hold the position.
"use strict";

const form = () => document.getElementById("sheet");
const TYPED = "typed.", READ = ["read"];
// The inputs that ask, each with what they ask.
const QUESTIONS = { "typed.question": '["ask"]', "typed.goal": '["solve"]', "typed.event": '["odds"]', "typed.why-not": '["why-not"]' };

// ---- one page instead of many

let waiting = Promise.resolve(); // what is sent, one after the other, so that no tap is lost
let asking = null; // the question that is waited for: whatever is done ends it
let held = null; // while a finger or a button of the mouse is down, the page stays as it is

function send(besides) {
  asking?.abort();
  waiting = waiting.then(() => post(besides));
  return waiting;
}

const order = (words, besides = {}) => send({ do: JSON.stringify(words), ...besides });

async function post(besides) {
  const fields = new URLSearchParams(new FormData(form()));
  for (const [name, value] of Object.entries(besides)) fields.set(name, value);
  const stop = new AbortController();
  if (besides.ask || besides.do?.startsWith('["reading"')) asking = stop;
  const taken = typed().filter((each) => each.value && !QUESTIONS[each.name]);
  for (const each of taken) each.value = ""; // typing can go on
  const left = new Map(inputs().map((each) => [each.name, each.value]));
  const slow = setTimeout(() => {
    document.body.classList.add("working");
    say("working");
  }, 400);
  try {
    const to = fields.has("ask") ? `/api/${JSON.parse(fields.get("ask"))[0]}` : "/";
    const headers = { accept: "text/html" };
    const answer = await fetch(to, { method: "POST", body: fields, headers, signal: stop.signal });
    const text = await answer.text();
    if (!answer.headers.get("content-type")?.startsWith("text/html")) throw new Error(text);
    while (held) await held;
    show(new DOMParser().parseFromString(text, "text/html"), left);
  } catch (error) {
    for (const each of taken) each.value ||= fields.get(each.name);
    if (error.name !== "AbortError") tell(error.message);
    else say("cancelled");
  } finally {
    clearTimeout(slow);
    document.body.classList.remove("working");
    if (asking === stop) asking = null;
  }
}

const inputs = () => [...form().querySelectorAll("input:not([type])")];
const typed = () => inputs().filter((each) => each.name.startsWith(TYPED));

// Another page in place of this one. `left`: what the inputs held when it was asked for; what was typed since
// stays.
function show(page, left) {
  const open = [...form().querySelectorAll("details[open][id]:not(.menu,.figure-of-map)")].map((each) => each.id);
  const at = place(), about = subject();
  const since = inputs().filter((each) => each.value !== left.get(each.name)).map((each) => [each.name, each.value]);
  form().replaceWith(page.getElementById("sheet"));
  document.title = page.title;
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  for (const [name, value] of since) if (form().elements[name]) form().elements[name].value = value;
  prepare();
  const again = form().elements.again?.value;
  const link = form().dataset.link;
  history.replaceState(null, "", link ? `#p=${link}${again ? `&ask=${encodeURIComponent(again)}` : ""}` : "/");
  const answer = document.getElementById("answer");
  if (answer) {
    answer.scrollIntoView({ behavior: "instant" });
    answer.focus({ preventScroll: true });
    say(answer.querySelector("h1")?.textContent);
  } else {
    say(form().querySelector(".note-of .wrong")?.textContent);
    if (subject() === about) back(at);
    else scrollTo({ top: 0, behavior: "instant" });
  }
}

// The game, and what of it the file is about.
const subject = () => [...form().querySelectorAll(".tabs [aria-pressed=true], .kinds [aria-pressed=true]")].map((each) => each.value).join();

// Where the visitor is: what has the focus, and how far down its field is.
function place() {
  const on = document.activeElement;
  const field = on?.closest("fieldset[id]") ?? [...form().querySelectorAll("fieldset[id]")].find((each) => each.getBoundingClientRect().bottom > 0);
  return { name: on?.name, value: on?.tagName === "BUTTON" ? on.value : null, field: field?.id, top: field?.getBoundingClientRect().top };
}

function back({ name, value, field, top }) {
  const now = document.getElementById(field);
  const same = name ? [...form().elements].filter((each) => each.name === name && (value === null || each.value === value)) : [];
  const is = same[0];
  if (is && !is.closest(".room")) is.focus({ preventScroll: true });
  else if (name) (now?.querySelector(".room.open input") ?? is ?? now?.querySelector("[data-completes], button"))?.focus({ preventScroll: true });
  if (now) scrollBy({ top: now.getBoundingClientRect().top - top, behavior: "instant" });
}

// For those who do not see the page.
function say(text) {
  document.getElementById("told").textContent = text ?? "";
}

function tell(text) {
  const said = document.createElement("p");
  said.className = "wrong";
  said.setAttribute("role", "alert");
  said.textContent = text || "tsolve does not answer: is it still running?";
  document.getElementById("main").prepend(said);
  said.scrollIntoView({ block: "nearest" });
}

document.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (event.target.id !== "sheet" || button?.formAction.includes("/download/")) return;
  event.preventDefault();
  const asked = QUESTIONS[document.activeElement?.name];
  if (!button?.matches(".default")) send({ [button.name]: button.value });
  else if (asked) send({ ask: asked });
  else order(READ);
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.cancels !== undefined) asking?.abort();
  if (button?.dataset.text !== undefined) copy(button, button.dataset.text);
  if (button?.dataset.link !== undefined)
    copy(button, `${location.origin}/${location.search}#p=${button.dataset.link}&ask=${encodeURIComponent(button.dataset.asks)}`);
  for (const menu of document.querySelectorAll(".menu[open]")) if (!menu.contains(event.target)) menu.open = false;
});

document.addEventListener("change", ({ target }) => {
  if (target.type === "file") openFile(target.files[0]);
  else if (target.name?.startsWith("[")) order(READ);
  else if (target.name === "brush")
    document.querySelector(".hexgrid")?.classList.toggle("paints", !target.value.startsWith('["figure"'));
});

async function copy(button, text) {
  const called = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
    say("copied");
    setTimeout(() => (button.textContent = called), 1500);
  } catch {
    const field = document.createElement("textarea"); // where the browser lets no page copy
    field.value = text;
    field.setAttribute("aria-label", "Copy this");
    button.after(field);
    field.select();
  }
}

// ---- names

let begun = null; // the request for completions

async function complete(input) {
  begun?.abort();
  begun = new AbortController();
  if (!input.value.trim() && input.dataset.offers === undefined) return offer(input, examples(input));
  const { text, kind } = form().elements;
  const fields = new URLSearchParams({ text: text.value, kind: kind?.value ?? "" });
  fields.set("field", input.dataset.completes);
  fields.set("begun", input.value);
  try {
    const answer = await fetch("/api/complete", { method: "POST", body: fields, signal: begun.signal });
    offer(input, answer.ok ? await answer.json() : []);
  } catch {
    close(input);
  }
}

// What the hint beside a sentence shows, so that it can be taken and changed.
function examples(input) {
  const field = input.closest("fieldset");
  if (input.dataset.sentence === undefined || !field || field.querySelector(".chip")) return [];
  return [...field.querySelectorAll(".told code")].map((each) => [each.textContent, "example"]);
}

function offer(input, names) {
  close(input);
  if (!names.length || document.activeElement !== input) return;
  const list = document.createElement("ul");
  list.className = "names";
  list.id = "names-offered";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Names");
  names.forEach(([name, about], at) => {
    const entry = document.createElement("li");
    entry.id = `offered-${at}`;
    entry.setAttribute("role", "option");
    entry.setAttribute("aria-selected", "false");
    entry.dataset.name = name;
    entry.append(name);
    if (about) entry.append(Object.assign(document.createElement("small"), { textContent: about }));
    list.append(entry);
  });
  input.parentElement.append(list);
  input.setAttribute("aria-expanded", "true");
  input.setAttribute("aria-controls", list.id);
  list.scrollIntoView({ block: "nearest" });
}

function close(input) {
  input.parentElement?.querySelector(".names")?.remove();
  input.setAttribute("aria-expanded", "false");
  input.removeAttribute("aria-controls");
  input.removeAttribute("aria-activedescendant");
}

// A name alone is put in at once; one in a sentence can be gone on with.
function take(input, name) {
  input.value = name;
  close(input);
  if (input.dataset.sentence === undefined) order(READ);
  else input.focus();
}

function choose(input, by) {
  const entries = [...input.parentElement.querySelectorAll(".names li")];
  if (!entries.length) return;
  const now = entries.findIndex((each) => each.getAttribute("aria-selected") === "true");
  const next = entries[(now < 0 && by < 0 ? 0 : now) + by] ?? entries.at(by < 0 ? -1 : 0);
  for (const each of entries) each.setAttribute("aria-selected", String(each === next));
  input.setAttribute("aria-activedescendant", next.id);
  next.scrollIntoView({ block: "nearest" });
}

document.addEventListener("input", ({ target }) => {
  if (target.dataset?.completes) complete(target);
});
document.addEventListener("focusin", ({ target }) => {
  if (!target.dataset?.completes) return;
  if (!target.ariaInvalid) complete(target); // else what is meant stands below, and the next word replaces this one
  else if (target.dataset.sentence === undefined) target.select();
  else target.setSelectionRange(target.value.length, target.value.length);
});
document.addEventListener("focusout", ({ target }) => {
  if (target.dataset?.completes) close(target);
});
// The finger may scroll the list: a name is taken when it is lifted, and the input keeps the focus.
document.addEventListener("mousedown", (event) => {
  if (event.target.closest(".names")) event.preventDefault();
});
document.addEventListener("click", (event) => {
  const entry = event.target.closest(".names li");
  if (entry) take(entry.closest(".typing").querySelector("input"), entry.dataset.name);
});

document.addEventListener("keydown", (event) => {
  const on = event.target;
  if (event.key === "Escape") for (const menu of document.querySelectorAll(".menu[open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
  if (on.dataset?.completes) return inList(event, on);
  if (on.matches?.("button.hex")) return onMap(event, on);
  if ((event.ctrlKey || event.metaKey) && !/^(INPUT|TEXTAREA)$/.test(on.tagName)) {
    const key = event.key.toLowerCase();
    if (key === "z") order([event.shiftKey ? "redo" : "undo"]);
    else if (key === "y") order(["redo"]);
    else return;
    event.preventDefault();
  }
});

function inList(event, input) {
  const chosen = input.parentElement.querySelector('.names li[aria-selected="true"]');
  if (event.key === "ArrowDown" || event.key === "ArrowUp") choose(input, event.key === "ArrowDown" ? 1 : -1);
  else if (event.key === "Enter" && chosen) take(input, chosen.dataset.name);
  else {
    if (event.key === "Escape") close(input);
    return;
  }
  event.preventDefault();
}

// ---- the map

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const placeOf = (hex) => JSON.parse(hex.value).slice(2).map(Number);
const hexAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("button.hex");
let stroke = null; // the hexes of a stroke, and the figure that is dragged

function onMap(event, hex) {
  if (!STEPS[event.key]) return;
  event.preventDefault();
  const [column, row] = placeOf(hex).map((each, side) => each + STEPS[event.key][side]);
  const next = [...document.querySelectorAll("button.hex")].find((each) => String(placeOf(each)) === `${column},${row}`);
  if (!next) return;
  hex.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

document.addEventListener("pointerdown", (event) => {
  held = new Promise((done) => {
    const lifted = () => setTimeout(() => {
      held = null;
      done();
    });
    for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, lifted, { once: true });
  });
  const hex = event.target.closest?.("button.hex");
  const paints = hex?.closest(".paints");
  if (hex && (paints || hex.dataset.figure)) {
    event.target.releasePointerCapture?.(event.pointerId);
    stroke = { hexes: [hex], figure: hex.dataset.figure };
  }
});
document.addEventListener("pointermove", (event) => {
  const hex = stroke && hexAt(event);
  if (!hex || stroke.hexes.at(-1) === hex || (!stroke.figure && stroke.hexes.includes(hex))) return;
  stroke.hexes.push(hex);
  for (const each of stroke.figure ? stroke.hexes.slice(-2, -1) : []) each.classList.remove("stroked");
  hex.classList.add("stroked");
});
document.addEventListener("pointercancel", () => (stroke = null));
document.addEventListener("pointerup", () => {
  const done = stroke;
  stroke = null;
  if (!done || done.hexes.length < 2) return;
  const last = JSON.parse(done.hexes.at(-1).value);
  if (done.figure && done.hexes.at(-1) === done.hexes[0]) return; // it was put back
  if (done.figure) return order(["move", done.figure, last[2], last[3]]);
  const look = done.hexes[0].dataset.look; // what was painted before stays, unless the stroke began on it
  const same = done.hexes.filter((each) => !each.dataset.figure && each.dataset.look === look);
  order([...last.slice(0, 2), ...same.flatMap((each) => JSON.parse(each.value).slice(2))]);
});

// ---- files and links

async function openFile(file) {
  if (file) order(["open", await file.text()]);
}

for (const kind of ["dragover", "dragleave", "drop"])
  document.addEventListener(kind, (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    document.body.classList.toggle("dropping", kind === "dragover");
    if (kind === "drop") openFile(event.dataTransfer.files[0]);
  });

function followLink() {
  const told = new URLSearchParams(location.hash.slice(1));
  if (told.get("p")) order(["link", told.get("p")], told.get("ask") ? { ask: told.get("ask") } : {});
}
addEventListener("hashchange", followLink);

// ---- at first, and after every change

function prepare() {
  document.documentElement.classList.add("js");
  for (const input of document.querySelectorAll("[data-completes]")) {
    input.removeAttribute("list");
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-expanded", "false");
  }
  document.querySelector(".tabs [aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const hexes = [...document.querySelectorAll("button.hex")];
  for (const each of hexes) each.tabIndex = -1;
  if (hexes.length) (hexes.find((each) => each.classList.contains("chosen")) ?? hexes[0]).tabIndex = 0;
}

prepare();
followLink();
