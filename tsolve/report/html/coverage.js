const puzzles = JSON.parse(document.getElementById("puzzles").textContent);
const rows = [...document.querySelectorAll(".row")];
const words = document.getElementById("words");
const levels = [...document.querySelectorAll(".tools input[type=checkbox]")];
for (const row of rows) {
  const list = row.querySelector("ul");
  if (list) row.addEventListener("toggle", () => {
    const more = list.querySelector("[data-more]");
    if (!more) return;
    const found = document.createDocumentFragment();
    for (const number of more.dataset.more.split(" ")) {
      const [name, link] = puzzles[number];
      const item = document.createElement("li"), a = document.createElement("a");
      a.textContent = name;
      a.setAttribute("href", link);
      item.append(a);
      found.append(item);
    }
    more.replaceWith(found);
  });
}
function choose() {
  const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = new Set(levels.filter(box => box.checked).map(box => box.value));
  for (const row of rows) {
    const text = row.dataset.text;
    row.hidden = !shown.has(row.dataset.level) || !wanted.every(word => text.includes(word));
  }
  for (const part of document.querySelectorAll("section"))
    part.hidden = !part.querySelector(".row:not([hidden])");
}
words.addEventListener("input", choose);
for (const box of levels) box.addEventListener("change", choose);
document.querySelector(".tools").hidden = false;
choose();
