import type { Episode } from "../episode/episode.ts";
import type { TableColumn } from "../show/columns.ts";
import { find, make } from "./dom.ts";

/** What the table is sorted by. */
export interface Order {
  readonly key: string;
  readonly isAscending: boolean;
}

const TITLE = "title";

const collator = new Intl.Collator(undefined, { numeric: true });

/**
 * Makes the heads of the columns buttons, and fills the list of orders that narrow screens have instead.
 *
 * @returns a function that shows an order as the current one
 */
export function createSortControls(columns: readonly TableColumn[], onSort: (order: Order) => void) {
  const heads = [...document.querySelectorAll(".list th[data-key]")];
  const select = find(".sorting select", HTMLSelectElement);
  const orders = computeOrders(columns);
  for (const { order, name } of orders) select.append(make("option", { value: formatOrder(order) }, name));
  select.addEventListener("change", () => {
    const found = orders.find(({ order }) => formatOrder(order) === select.value);
    if (found) onSort(found.order);
  });
  for (const head of heads) {
    const key = head.getAttribute("data-key") ?? "";
    const button = make("button", { type: "button" }, head.textContent ?? "", make("span", { class: "arrow" }));
    const column = columns.find((other) => other.key === key);
    if (column) button.title = [column.meaning, column.note ?? []].flat().join(". ");
    button.addEventListener("click", () => onSort(computeNext(head, key, column)));
    head.replaceChildren(button);
  }
  const mark = (order: Order) => {
    for (const head of heads) head.removeAttribute("aria-sort");
    const head = heads.find((other) => other.getAttribute("data-key") === order.key);
    head?.setAttribute("aria-sort", order.isAscending ? "ascending" : "descending");
    select.value = formatOrder(order);
  };
  const first = heads.find((head) => head.hasAttribute("aria-sort"));
  const isAscending = first?.getAttribute("aria-sort") === "ascending";
  mark({ key: first?.getAttribute("data-key") ?? TITLE, isAscending });
  return mark;
}

/** The first click sorts titles from A to Z, and other columns from their most interesting end. The next one reverses. */
function computeNext(head: Element, key: string, column: TableColumn | undefined): Order {
  const current = head.getAttribute("aria-sort");
  const isAscending = current === null ? !column : current !== "ascending";
  return { key, isAscending };
}

function computeOrders(columns: readonly TableColumn[]): { order: Order; name: string }[] {
  const sortable = [{ key: TITLE, name: "Title" }, ...columns.map(({ key, meaning }) => ({ key, name: meaning }))];
  return sortable.flatMap(({ key, name }) =>
    [false, true].map((isAscending) => ({ order: { key, isAscending }, name: `${name} ${isAscending ? "▲" : "▼"}` })),
  );
}

function formatOrder({ key, isAscending }: Order): string {
  return `${key} ${isAscending}`;
}

/** Compares episodes. In both orders, those without a value are last, and before them curves that prove little. */
export function compareBy(columns: readonly TableColumn[], { key, isAscending }: Order) {
  const column = columns.find((other) => other.key === key);
  const sign = isAscending ? 1 : -1;
  const getValue = (episode: Episode) => (column ? column.getValue(episode) : episode.title);
  const getRank = (episode: Episode) => {
    if (getValue(episode) === undefined) return 2;
    return episode.doubt === undefined ? 0 : 1;
  };
  return (one: Episode, other: Episode): number =>
    getRank(one) - getRank(other) || sign * compareValues(getValue(one), getValue(other));
}

function compareValues(one: number | string | undefined, other: number | string | undefined): number {
  return typeof one === "number" && typeof other === "number"
    ? one - other
    : collator.compare(String(one), String(other));
}
