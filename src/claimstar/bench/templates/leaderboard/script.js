"use strict";
// One metric at a time, and tables that sort by any column. Without it the page shows the main metrics, ranked.
(() => {
  const controls = document.getElementById("controls");
  const field = controls.elements.metric;
  const show = () => {
    for (const group of document.querySelectorAll(".group")) {
      let found = false;
      for (const board of group.querySelectorAll(".board")) {
        board.hidden = board.dataset.metric !== field.value;
        found ||= !board.hidden;
      }
      group.querySelector("[data-lacking]").hidden = found;
    }
  };

  const key = (cell) => {
    if (cell.dataset.text !== undefined) return cell.dataset.text;
    return cell.dataset.value ? Number(cell.dataset.value) : null;
  };
  const compare = (one, two) => (typeof one === "number" ? one - two : one.localeCompare(two));
  for (const table of document.querySelectorAll(".board table")) {
    const heads = [...table.tHead.rows[0].cells];
    const body = table.tBodies[0];
    const rows = [...body.rows];
    let sorted = { column: 0, way: 1 };
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      head.setAttribute("aria-sort", column ? "none" : "ascending");
      button.addEventListener("click", () => {
        sorted = { column, way: sorted.column === column ? -sorted.way : 1 };
        body.append(...[...rows].sort((a, b) => {
          const one = key(a.cells[column]), two = key(b.cells[column]);
          if (one === null || two === null) return (one === null) - (two === null); // NA last, whichever way
          return compare(one, two) * sorted.way;
        }));
        heads.forEach((other, at) => other.setAttribute("aria-sort", at !== column ? "none" : sorted.way > 0 ? "ascending" : "descending"));
      });
    });
  }

  field.addEventListener("change", show);
  controls.addEventListener("submit", (event) => event.preventDefault());
  controls.hidden = false;
  show();
})();
