"""How the page of rule coverage looks and what it does when it is touched; it needs nothing from outside."""

STYLE = """
:root{color-scheme:light dark;--paper:#fbfaf7;--card:#fff;--ink:#22242a;--soft:#6a6f7a;--line:#e4e1d9;
--good:#2f7d4f;--part:#b7791f;--bad:#b23a3a;--track:#e9e6de;--link:#2b5fa8;--hover:#f4f1ea}
@media (prefers-color-scheme:dark){:root{--paper:#16181c;--card:#1e2126;--ink:#e6e4df;--soft:#969ca8;
--line:#30343b;--good:#5cb883;--part:#d9a441;--bad:#e27272;--track:#2b2f36;--link:#8ab4f0;--hover:#252930}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",
Roboto,"Helvetica Neue",sans-serif}
main{max-width:1120px;margin:0 auto;padding:32px 24px 80px}
h1{font-size:26px;font-weight:650;letter-spacing:-.01em;margin:0 0 4px}
h2{font-size:19px;font-weight:650;margin:44px 0 12px}
h2::first-letter{text-transform:uppercase}
h3{font-size:15px;font-weight:650;margin:0;display:inline}
p{margin:0;color:var(--soft)}
a{color:var(--link);text-decoration:none}
a:hover{text-decoration:underline}
code{font:12.5px/1.5 ui-monospace,"SF Mono","DejaVu Sans Mono",Menlo,Consolas,monospace}
.head{display:flex;gap:28px;align-items:center;flex-wrap:wrap}
.ring{width:96px;height:96px;flex:none}
.ring text{font:650 18px system-ui,sans-serif;fill:var(--ink);text-anchor:middle}
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(190px,1fr));gap:12px}
.tile{display:block;background:var(--card);border:1px solid var(--line);border-radius:10px;padding:12px 14px;
color:inherit}
.tile:hover{text-decoration:none;border-color:var(--soft)}
.tile b{font-size:20px;font-weight:650;float:right;line-height:1.1}
.tile small{display:block;color:var(--soft);margin-top:6px}
.bar{display:flex;height:6px;border-radius:3px;background:var(--track);overflow:hidden;margin-top:10px}
.bar i{display:block;height:100%}
.exercised{background:var(--good)}.stated{background:var(--part)}.missing{background:var(--bad)}
.tools{position:sticky;top:0;z-index:1;display:flex;gap:8px 18px;flex-wrap:wrap;align-items:center;
background:var(--paper);padding:14px 0;margin-top:28px;border-bottom:1px solid var(--line)}
.tools input[type=search]{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);
border-radius:8px;padding:7px 12px;flex:1 1 240px;max-width:420px}
.tools label{display:flex;gap:6px;align-items:center;color:var(--soft);cursor:pointer}
.dot{display:inline-block;width:9px;height:9px;border-radius:50%;flex:none}
section{background:var(--card);border:1px solid var(--line);border-radius:10px;margin:0 0 14px;
scroll-margin-top:70px}
section>header{padding:12px 16px;display:flex;gap:12px;align-items:baseline}
section>header span{color:var(--soft)}
.row{border-top:1px solid var(--line);scroll-margin-top:70px}
.line{display:grid;grid-template-columns:14px minmax(150px,300px) 1fr 118px;gap:2px 14px;
align-items:baseline;padding:7px 16px;list-style:none}
.line:hover{background:var(--hover)}
.line code{overflow-wrap:anywhere}
.line::-webkit-details-marker{display:none}
summary.line{cursor:pointer}
.count{color:var(--link);text-align:right;white-space:nowrap}
.count::after{content:"\\25be";margin-left:6px;display:inline-block;font-size:11px}
details[open] .count::after{transform:rotate(180deg)}
.none{color:var(--bad);text-align:right;white-space:nowrap}
.note{color:var(--part);font-size:13px}
ul{margin:0;padding:2px 16px 12px 44px;list-style:none;columns:2 320px;column-gap:24px;font-size:13px}
li{break-inside:avoid;overflow-wrap:anywhere;padding:1px 0}
footer{margin-top:40px;color:var(--soft);font-size:13px}
[hidden]{display:none!important}
@media (max-width:640px){.line{grid-template-columns:14px 1fr 108px}.line .title{grid-column:2/-1;grid-row:2}}
@media print{.tools{display:none}section{break-inside:avoid}}
"""

SCRIPT = """
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
  const wanted = words.value.toLowerCase().split(/\\s+/).filter(Boolean);
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
"""
