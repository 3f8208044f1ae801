"use strict";
// Filter and sort of the scenarios, and all folded sections open in print. The page reads in full without it.
(() => {
  const table = document.getElementById("scenario-table");
  if (!table) return;
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const controls = document.getElementById("controls");
  const field = (name) => controls.elements[name];
  const status = document.getElementById("shown");
  const cards = new Map([...document.querySelectorAll("details[data-scenario]")].map((card) => [card.dataset.scenario, card]));
  const conditions = table.dataset.conditions.split(" ");
  const outcomes = new Map(rows.map((row) => [row, row.dataset.outcomes.split(" ")]));
  const values = new Map(rows.map((row) => [row, row.dataset.values.split(";").map((part) => part.split(","))]));

  const matches = (row) => {
    const words = field("text").value.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.every((word) => row.dataset.text.includes(word))) return false;
    if (field("category").value && row.dataset.category !== field("category").value) return false;
    const wanted = field("outcome").value;
    if (!wanted) return true;
    if (wanted === "flipped") return row.dataset.flipped === "yes";
    const place = conditions.indexOf(field("condition").value);
    const found = outcomes.get(row);
    return place < 0 ? found.includes(wanted) : found[place] === wanted;
  };

  const filter = () => {
    let n = 0;
    for (const row of rows) {
      const keep = matches(row);
      row.hidden = !keep;
      const card = cards.get(row.dataset.scenario);
      if (card) card.hidden = !keep;
      n += keep;
    }
    status.textContent = `${n} of ${rows.length} scenarios`;
  };

  // The cells of the table follow the chosen metric.
  const fill = () => {
    const place = field("metric").selectedIndex;
    const binary = field("metric").value === table.dataset.outcomeMetric;
    for (const row of rows) {
      conditions.forEach((_, at) => {
        const value = (values.get(row)[at] || [])[place];
        const cell = row.cells[at + 2];
        const outcome = outcomes.get(row)[at];
        const known = value !== undefined && value !== "";
        cell.className = binary ? `outcome ${outcome}` : known ? "" : "na";
        cell.textContent = binary ? { right: "✓ right", wrong: "✗ wrong", unscored: "– unscored", "": "not asked" }[outcome] : known ? Number(value).toFixed(3) : "NA";
      });
    }
    const chosen = field("metric").selectedOptions[0];
    table.caption.textContent = `${chosen.textContent} by scenario and condition.`;
  };

  const key = (row, column) => {
    if (column < 2) return row.cells[column].textContent.trim();
    const value = (values.get(row)[column - 2] || [])[field("metric").selectedIndex];
    return value === undefined || value === "" ? null : Number(value);
  };
  const compare = (one, two) => (typeof one === "number" ? one - two : one.localeCompare(two));
  let sorted = { column: 0, way: 1 };
  const sort = () => {
    const order = new Map(rows.map((row) => [row, key(row, sorted.column)]));
    const ordered = [...rows].sort((a, b) => {
      const one = order.get(a), two = order.get(b);
      if (one === null || two === null) return (one === null) - (two === null); // NA last, whichever way
      return compare(one, two) * sorted.way;
    });
    body.append(...ordered);
    const list = document.getElementById("cards");
    list.append(...ordered.map((row) => cards.get(row.dataset.scenario)).filter(Boolean));
    heads.forEach((head, at) => head.setAttribute("aria-sort", at !== sorted.column ? "none" : sorted.way > 0 ? "ascending" : "descending"));
  };
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    head.setAttribute("aria-sort", column ? "none" : "ascending");
    button.addEventListener("click", () => {
      sorted = { column, way: sorted.column === column ? -sorted.way : 1 };
      sort();
    });
  });

  controls.addEventListener("input", filter);
  field("metric").addEventListener("change", () => { fill(); sort(); });
  controls.addEventListener("submit", (event) => event.preventDefault());
  controls.addEventListener("reset", () => setTimeout(() => { fill(); filter(); sorted = { column: 0, way: 1 }; sort(); }));
  controls.hidden = false;
  filter();

  // A link into a folded part opens it.
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    for (let at = target; at; at = at.parentElement) {
      if (at.tagName === "DETAILS") { at.open = true; at.hidden = false; }
    }
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  if (location.hash) reveal();

  const folded = () => [...document.querySelectorAll("details.print:not([open])")];
  let opened = [];
  addEventListener("beforeprint", () => { opened = folded(); opened.forEach((part) => { part.open = true; }); });
  addEventListener("afterprint", () => { opened.forEach((part) => { part.open = false; }); opened = []; });
})();
