import { type KeyboardEvent, useRef } from 'react';
import { matchesShortcut } from '../ui/index.ts';
import { findTyped, nextRow, type OutlineRow } from './outlineRows.ts';

/** Letters typed within this time belong together, in ms. */
const TYPING = 800;

/** What keys do to the row that they act on. */
export interface TreeKeys {
  readonly rows: readonly OutlineRow[];
  /** Of the row that keys act on. */
  readonly index: number;
  readonly onMove: (row: OutlineRow | undefined) => void;
  readonly onToggle: (row: OutlineRow) => void;
  readonly onChoose: (row: OutlineRow) => void;
  readonly onRename: (row: OutlineRow) => void;
  readonly onRemove: (row: OutlineRow) => void;
  readonly onMark: (row: OutlineRow) => void;
  readonly onSwitch: (row: OutlineRow) => void;
}

/** The keys of a tree that has the focus as a whole: arrows move, letters find a row that begins with them. */
export function useTreeKeys({ rows, index, ...on }: TreeKeys): (event: KeyboardEvent) => void {
  const typing = useRef({ text: '', at: 0 });
  const type = ({ key, timeStamp }: KeyboardEvent): void => {
    const text = timeStamp - typing.current.at < TYPING ? typing.current.text + key : key;
    typing.current = { text, at: timeStamp };
    const found = findTyped(rows, { from: index, typed: text });
    if (found !== undefined) on.onMove(rows[found]);
  };
  const act = (event: KeyboardEvent, row: OutlineRow): boolean => {
    const to = nextRow(rows, index, event.key);
    if (to !== undefined) on.onMove(rows[to]);
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') on.onToggle(row);
    else if (event.key === 'Enter') on.onChoose(row);
    else if (event.key === 'F2') on.onRename(row);
    else if (event.key === 'Delete' || event.key === 'Backspace') on.onRemove(row);
    else if (event.key === ' ' && event.timeStamp - typing.current.at >= TYPING) on.onMark(row);
    else if (event.key.length === 1) type(event);
    else return false;
    return true;
  };
  return (event) => {
    const row = rows[index];
    // A field inside of the tree has keys of its own.
    if (event.target !== event.currentTarget || row === undefined) return;
    if (matchesShortcut(event.nativeEvent, 'Mod+/')) {
      event.preventDefault();
      on.onSwitch(row);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || !act(event, row)) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
