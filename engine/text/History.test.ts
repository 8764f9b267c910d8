import { describe, expect, test } from 'vitest';
import {
  applyTransaction,
  createHistory,
  EMPTY_LAYOUT,
  type History,
  recordTransaction,
  redo,
  type Transaction,
  undo,
  type Workspace,
} from './index.ts';

interface Session {
  readonly workspace: Workspace;
  readonly history: History;
}

const start: Session = { workspace: { files: new Map([['a', 'abc']]), layouts: new Map() }, history: createHistory() };

function applied(workspace: Workspace, transaction: Transaction): Workspace {
  const result = applyTransaction(workspace, transaction);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

function record({ workspace, history }: Session, transaction: Transaction, at: number): Session {
  return {
    workspace: applied(workspace, transaction),
    history: recordTransaction(history, { workspaceBefore: workspace, transaction, at }),
  };
}

function typed(offset: number, text: string, origin = 'source.type'): Transaction {
  return { origin, changes: [{ type: 'edit', path: 'a', edits: [{ start: offset, end: offset, text }] }] };
}

function removed(start: number, end: number): Transaction {
  return { origin: 'source.type', changes: [{ type: 'edit', path: 'a', edits: [{ start, end, text: '' }] }] };
}

function moved(x: number): Transaction {
  return {
    origin: 'canvas.move',
    changes: [],
    layouts: new Map([['a', { ...EMPTY_LAYOUT, positions: new Map([['t', { x, y: 0 }]]) }]]),
  };
}

function step({ workspace, history }: Session, move: typeof undo): Session {
  const moved = move(history);
  if (moved === null) throw new Error('nothing to move');
  return { workspace: applied(workspace, moved.transaction), history: moved.history };
}

const textOf = ({ workspace }: Session) => workspace.files.get('a');

describe('history', () => {
  test('undoes and redoes step by step', () => {
    const one = record(start, typed(3, 'd', 'canvas.connect'), 0);
    const two = record(one, typed(4, 'e', 'canvas.move'), 10);
    expect(textOf(step(two, undo))).toBe('abcd');
    expect(textOf(step(step(two, undo), undo))).toBe('abc');
    expect(textOf(step(step(step(two, undo), undo), redo))).toBe('abcd');
    expect(undo(createHistory())).toBeNull();
    expect(redo(two.history)).toBeNull();
  });

  test('joins continuous typing within 500 ms into one step', () => {
    const three = record(record(record(start, typed(3, 'd'), 0), typed(4, 'e'), 400), typed(5, 'f'), 900);
    expect(three.history.undoable).toHaveLength(1);
    expect(textOf(step(three, undo))).toBe('abc');
    expect(textOf(step(step(three, undo), redo))).toBe('abcdef');
  });

  test.each([
    ['after a pause', typed(4, 'e'), 501],
    ['elsewhere in the text', typed(0, 'e'), 10],
    ['that removes it', removed(0, 4), 10],
    ['of another origin', typed(4, 'e', 'source.paste'), 10],
    [
      'that creates a file',
      { origin: 'source.type', changes: [{ type: 'create', path: 'b', text: '' }] } satisfies Transaction,
      10,
    ],
  ])('keeps typing apart from a change %s', (_, transaction, at) => {
    const two = record(record(start, typed(3, 'd'), 0), transaction, at);
    expect(two.history.undoable).toHaveLength(2);
    expect(textOf(step(two, undo))).toBe('abcd');
  });

  test('joins one removed character to the next, and what is typed in their place', () => {
    const three = record(record(record(start, removed(2, 3), 0), removed(1, 2), 100), typed(1, 'x'), 200);
    expect(textOf(three)).toBe('ax');
    expect(textOf(step(three, undo))).toBe('abc');
  });

  test('joins nothing to a step that was undone and done again', () => {
    const one = record(start, typed(3, 'd'), 0);
    const again = step(step(one, undo), redo);
    expect(record(again, typed(4, 'e'), 10).history.undoable).toHaveLength(2);
  });

  test('forgets what could be redone when something new happens', () => {
    const undone = step(record(start, typed(3, 'd'), 0), undo);
    expect(redo(record(undone, typed(0, 'x'), 10).history)).toBeNull();
  });

  test('moves layouts on the same stack, back to none at all', () => {
    const two = record(record(start, moved(1), 0), moved(2), 100);
    expect(two.history.undoable).toHaveLength(1);
    expect(step(two, undo).workspace).toEqual(start.workspace);
    expect(step(step(two, undo), redo).workspace).toEqual(two.workspace);
  });

  test('records nothing for a change of nothing and holds at most 1,000 steps', () => {
    expect(record(start, { origin: 'x', changes: [] }, 0).history).toBe(start.history);
    let session = start;
    for (let index = 0; index < 1_010; index += 1) session = record(session, typed(0, 'x'), index * 1_000);
    expect(session.history.undoable).toHaveLength(1_000);
  });
});
