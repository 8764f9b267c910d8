/** Rows a page key goes. */
const PAGE = 12;

/** Which of so many rows a key leads to from the one at an index; undefined for a key that leads nowhere in a list. */
export function moveInRows(key: string, index: number, count: number): number | undefined {
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, last);
    case 'ArrowUp':
      return Math.max(index - 1, 0);
    case 'PageDown':
      return Math.min(index + PAGE, last);
    case 'PageUp':
      return Math.max(index - PAGE, 0);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

/** The row that the one at an index is below; undefined at the top. */
export function findParentRow(rows: readonly { readonly level: number }[], index: number): number | undefined {
  const level = rows[index]?.level ?? 1;
  const parent = rows.findLastIndex((row, at) => at < index && row.level < level);
  return parent === -1 ? undefined : parent;
}
