/** For the tests of this folder: rows of items. */
import type { chooseRows, ItemRow } from './toItemRows.ts';

export const rowOf = (number: number, more: Partial<ItemRow> = {}): ItemRow => ({
  number,
  label: `item ${number}`,
  status: 'success',
  startedAt: 0,
  length: number,
  error: null,
  output: { total: 100 - number },
  item: undefined,
  activation: number,
  ...more,
});

/** All rows, by their label. */
export const BY_LABEL = {
  filter: 'all',
  words: '',
  order: { column: 'label', isDescending: false },
} as const satisfies Parameters<typeof chooseRows>[1];

/** So many rows, in no order. */
export function manyRows(count: number): readonly ItemRow[] {
  return Array.from({ length: count }, (_, index) => rowOf(index, { label: `customer ${(index * 7919) % count}` }));
}
