import { beforeEach, expect, test } from 'vitest';
import { redo, select, session, undo } from '../../session/index.ts';
import { resetSession, textOf } from '../../session/testSession.ts';
import { copySelection, duplicateSelection, pasteYaml, removeSelection } from './editSelection.ts';
import { addNote, changeNote, colorNotes, currentNotes, resizeNotes, selectNextNote } from './notes.ts';
import { keepMoved, nudgeSelection } from './placeCards.ts';
import { walk } from './walk.ts';

const TEXT = 'tasks:\n  - id: a\n    type: basic\n';

beforeEach(() => resetSession({ 'main.yaml': TEXT }));

function write(text: string, at = { x: 400, y: 300 }): string {
  addNote(at);
  const id = currentNotes().at(-1)?.id ?? '';
  changeNote(id, { text });
  return id;
}

test('a note is added, written, coloured and resized by steps to undo, and never in the text', () => {
  const id = write('**Why** so?');
  colorNotes('blue');
  resizeNotes({ x: 1, y: -100 });
  expect(currentNotes()).toEqual([{ id, x: 400, y: 300, width: 260, height: 60, color: 'blue', text: '**Why** so?' }]);
  for (const expected of [{ height: 140 }, { color: 'yellow' }, { text: '' }]) {
    undo();
    expect(currentNotes()[0]).toMatchObject(expected);
  }
  undo();
  expect(currentNotes()).toEqual([]);
  redo();
  expect(currentNotes()).toMatchObject([{ id, text: '' }]);
  expect(textOf('main.yaml')).toBe(TEXT);
});

test('what leaves a note as it was is no step', () => {
  const id = write('x');
  const { history } = session.getState().document;
  changeNote(id, { text: 'x' });
  keepMoved(new Map([[`note:${id}`, { x: 400, y: 300 }]]));
  expect(session.getState().document.history).toBe(history);
});

test('a card and a note that move together are one step, and so is removing both', () => {
  const id = write('x');
  select({ tasks: ['a'], notes: [id] });
  nudgeSelection({ x: 1, y: 0 });
  expect(currentNotes()).toMatchObject([{ x: 420 }]);
  undo();
  expect(currentNotes()).toMatchObject([{ x: 400 }]);
  removeSelection();
  expect([textOf('main.yaml')?.includes('id: a'), currentNotes()]).toEqual([false, []]);
  expect(session.getState().document.selection.notes.size).toBe(0);
  undo();
  expect([textOf('main.yaml'), currentNotes().length]).toEqual([TEXT, 1]);
});

test('notes are copied with tasks, as comments that no text gets', () => {
  const id = write('with: "quotes"\nand lines');
  select({ tasks: ['a'], notes: [id] });
  const copied = copySelection();
  expect(copied).toMatch(/- id: a\n[^#]*\n# signalbox note: \{/);
  pasteYaml(copied);
  expect(textOf('main.yaml')).not.toContain('note');
  expect(textOf('main.yaml')?.match(/id: /g)).toHaveLength(2);
  expect(currentNotes()).toMatchObject([{ id }, { x: 440, y: 340, text: 'with: "quotes"\nand lines' }]);
  select({ notes: [id] });
  pasteYaml(copySelection());
  duplicateSelection();
  expect(new Set(currentNotes().map((note) => note.id)).size).toBe(4);
  expect(textOf('main.yaml')?.match(/id: /g)).toHaveLength(2);
});

test('keys walk from note to note, and from a note to the card that an arrow leads to', () => {
  const [below, above] = [write('below', { x: 0, y: 600 }), write('above', { x: 0, y: 400 })];
  select({});
  for (const expected of [above, below, above]) {
    selectNextNote();
    expect([...session.getState().document.selection.notes]).toEqual([expected]);
  }
  walk('ArrowDown', false);
  expect([...session.getState().document.selection.notes]).toEqual([below]);
  walk('ArrowUp', false);
  walk('ArrowUp', false);
  expect([...session.getState().document.selection.tasks]).toEqual(['a']);
});
