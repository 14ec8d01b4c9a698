// What a form does without this, it does here without a new page; besides, names are completed, hexes are
// painted in one stroke, files are dropped, and links hold the position.
"use strict";

const form = () => document.getElementById("sheet");
let asking = null; // what is waited for

// ---- one page instead of many

async function send(fields) {
  asking?.abort();
  asking = new AbortController();
  const working = setTimeout(() => document.body.classList.add("working"), 300);
  try {
    const to = fields.has("ask") ? `/api/${JSON.parse(fields.get("ask"))[0]}` : "/";
    const headers = { accept: "text/html" };
    const answer = await fetch(to, { method: "POST", body: fields, headers, signal: asking.signal });
    const text = await answer.text();
    if (!answer.headers.get("content-type")?.startsWith("text/html")) throw new Error(text);
    show(new DOMParser().parseFromString(text, "text/html"), fields.has("ask"));
  } catch (error) {
    if (error.name !== "AbortError") tell(error.message);
  } finally {
    clearTimeout(working);
    document.body.classList.remove("working");
  }
}

function fieldsOf(submitter) {
  const fields = new URLSearchParams(new FormData(form()));
  if (submitter?.name) fields.set(submitter.name, submitter.value);
  return fields;
}

function ordered(order, ask) {
  const fields = new URLSearchParams(new FormData(form()));
  fields.set("do", JSON.stringify(order));
  if (ask) fields.set("ask", ask);
  return send(fields);
}

function show(page, isAnswer) {
  const open = [...document.querySelectorAll("details[open][id]")].map((each) => each.id);
  const at = document.activeElement;
  const name = at?.name, value = at?.tagName === "BUTTON" ? at.value : null;
  form().replaceWith(page.getElementById("sheet"));
  document.title = page.title;
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  prepare();
  history.replaceState(null, "", form().dataset.link ? `#p=${form().dataset.link}` : "/");
  const answer = document.getElementById("answer");
  if (isAnswer && answer) {
    answer.scrollIntoView();
    answer.focus({ preventScroll: true });
  } else if (name) {
    const same = [...form().elements].filter((each) => each.name === name);
    (same.find((each) => value === null || each.value === value) ?? same[0])?.focus({ preventScroll: true });
  }
}

function tell(text) {
  const said = document.createElement("p");
  said.className = "wrong";
  said.setAttribute("role", "alert");
  said.textContent = text || "tsolve does not answer: is it still running?";
  document.getElementById("main").prepend(said);
}

document.addEventListener("submit", (event) => {
  if (event.target.id !== "sheet" || event.submitter?.formAction.includes("/download/")) return;
  event.preventDefault();
  send(fieldsOf(event.submitter));
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.cancels !== undefined) asking?.abort();
  if (button?.dataset.text !== undefined) copy(button, button.dataset.text);
  if (button?.dataset.link !== undefined)
    copy(button, `${location.origin}/${location.search}#p=${button.dataset.link}&ask=${encodeURIComponent(button.dataset.asks)}`);
});

async function copy(button, text) {
  const called = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    button.after(field);
    field.select();
    button.textContent = "Copy this";
    return;
  }
  setTimeout(() => (button.textContent = called), 1500);
}

// ---- names

let begun = null; // the request for completions

async function complete(input) {
  begun?.abort();
  begun = new AbortController();
  const fields = new URLSearchParams({ text: form().elements.was.value, kind: form().elements.kind?.value ?? "" });
  fields.set("field", input.dataset.completes);
  fields.set("begun", input.value);
  try {
    const answer = await fetch("/api/complete", { method: "POST", body: fields, signal: begun.signal });
    offer(input, input.value.trim() && answer.ok ? await answer.json() : []);
  } catch {
    close(input);
  }
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
    entry.textContent = about ? `${name}  ${about}` : name;
    entry.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      take(input, name);
    });
    list.append(entry);
  });
  input.after(list);
  input.setAttribute("aria-expanded", "true");
}

function close(input) {
  input.parentElement.querySelector(".names")?.remove();
  input.setAttribute("aria-expanded", "false");
  input.removeAttribute("aria-activedescendant");
}

function take(input, name) {
  input.value = name;
  close(input);
  if (!input.name.includes("question") && !input.name.includes("why-not") && input.dataset.completes !== "claims")
    send(fieldsOf(null));
  else input.focus();
}

function choose(input, by) {
  const entries = [...input.parentElement.querySelectorAll(".names li")];
  if (!entries.length) return;
  const now = entries.findIndex((each) => each.getAttribute("aria-selected") === "true");
  const next = entries[(now + by + entries.length) % entries.length] ?? entries[0];
  for (const each of entries) each.setAttribute("aria-selected", String(each === next));
  input.setAttribute("aria-activedescendant", next.id);
  next.scrollIntoView({ block: "nearest" });
}

document.addEventListener("input", (event) => {
  if (event.target.dataset?.completes) complete(event.target);
});
document.addEventListener("focusout", (event) => {
  if (event.target.dataset?.completes) close(event.target);
});
document.addEventListener("keydown", (event) => {
  const input = event.target;
  if (input.dataset?.completes) {
    const chosen = input.parentElement.querySelector('.names li[aria-selected="true"]');
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      choose(input, event.key === "ArrowDown" ? 1 : -1);
      event.preventDefault();
    } else if (event.key === "Escape") close(input);
    else if (event.key === "Enter" && chosen) {
      event.preventDefault();
      take(input, chosen.dataset.name);
    }
    return;
  }
  if ((event.ctrlKey || event.metaKey) && !/^(INPUT|TEXTAREA)$/.test(input.tagName)) {
    if (event.key === "z" && !event.shiftKey) ordered(["undo"]);
    else if (event.key === "y" || (event.key === "Z" && event.shiftKey)) ordered(["redo"]);
    else return;
    event.preventDefault();
  }
});

// ---- the map

let stroke = null; // the hexes of a stroke, and the figure that is dragged

const hexAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("button.hex");

document.addEventListener("pointerdown", (event) => {
  const hex = event.target.closest?.("button.hex");
  if (hex && event.pointerType === "mouse") stroke = { hexes: [hex], figure: hex.dataset.figure };
});
document.addEventListener("pointermove", (event) => {
  const hex = stroke && hexAt(event);
  if (hex && !stroke.hexes.includes(hex)) {
    stroke.hexes.push(hex);
    if (!stroke.figure) hex.classList.add("stroked");
  }
});
document.addEventListener("pointerup", () => {
  const done = stroke;
  stroke = null;
  if (!done || done.hexes.length < 2) return;
  const places = done.hexes.map((each) => JSON.parse(each.value));
  const last = places.at(-1);
  if (done.figure) ordered(["move", done.figure, last[2], last[3]]);
  else ordered([...places[0].slice(0, 2), ...places.flatMap((each) => each.slice(2))]);
});

// ---- files and links

async function open(file) {
  if (file) ordered(["open", await file.text()]);
}

document.addEventListener("change", (event) => {
  if (event.target.type === "file") open(event.target.files[0]);
});
for (const kind of ["dragover", "drop"])
  document.addEventListener(kind, (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    if (kind === "drop") open(event.dataTransfer.files[0]);
  });

function followLink() {
  const told = new URLSearchParams(location.hash.slice(1));
  if (told.get("p")) ordered(["link", told.get("p")], told.get("ask"));
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
    input.setAttribute("aria-controls", "names-offered");
  }
}

prepare();
followLink();
