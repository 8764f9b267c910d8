import { describe, expect, test } from 'vitest';
import {
  applyTransaction,
  EMPTY_LAYOUT,
  type FileChange,
  invertTransaction,
  type Layout,
  type Workspace,
} from './index.ts';

const placed: Layout = { ...EMPTY_LAYOUT, positions: new Map([['a', { x: 1, y: 2 }]]) };
const workspace: Workspace = {
  files: new Map([
    ['a.yaml', 'one two'],
    ['b.yaml', 'three'],
  ]),
  layouts: new Map([['a.yaml', placed]]),
};

function apply(changes: readonly FileChange[], layouts?: ReadonlyMap<string, Layout | null>) {
  return applyTransaction(workspace, { origin: 'test', changes, ...(layouts ? { layouts } : {}) });
}

describe('applyTransaction', () => {
  test.each<[string, FileChange[], Record<string, string>]>([
    [
      'edits a text',
      [{ type: 'edit', path: 'a.yaml', edits: [{ start: 0, end: 3, text: '1' }] }],
      { 'a.yaml': '1 two', 'b.yaml': 'three' },
    ],
    [
      'creates a file and edits it',
      [
        { type: 'create', path: 'c/d.yaml', text: 'x' },
        { type: 'edit', path: 'c/d.yaml', edits: [{ start: 1, end: 1, text: 'y' }] },
      ],
      { 'a.yaml': 'one two', 'b.yaml': 'three', 'c/d.yaml': 'xy' },
    ],
    [
      'moves a file and edits it',
      [
        { type: 'move', path: 'a.yaml', to: 'c.yaml' },
        { type: 'edit', path: 'c.yaml', edits: [{ start: 0, end: 4, text: '' }] },
      ],
      { 'b.yaml': 'three', 'c.yaml': 'two' },
    ],
    [
      'swaps two files',
      [
        { type: 'move', path: 'a.yaml', to: 'c.yaml' },
        { type: 'move', path: 'b.yaml', to: 'a.yaml' },
        { type: 'move', path: 'c.yaml', to: 'b.yaml' },
      ],
      { 'a.yaml': 'three', 'b.yaml': 'one two' },
    ],
    ['removes a file', [{ type: 'remove', path: 'a.yaml' }], { 'b.yaml': 'three' }],
    [
      'replaces a file',
      [
        { type: 'remove', path: 'a.yaml' },
        { type: 'create', path: 'a.yaml', text: 'new' },
      ],
      { 'a.yaml': 'new', 'b.yaml': 'three' },
    ],
  ])('%s, and the inverse restores everything', (_, changes, files) => {
    const transaction = { origin: 'test', changes };
    const after = applyTransaction(workspace, transaction);
    expect(after.ok && Object.fromEntries(after.value.files)).toEqual(files);
    const back = after.ok ? applyTransaction(after.value, invertTransaction(workspace, transaction)) : after;
    expect(back).toEqual({ ok: true, value: workspace });
  });

  test('carries the layout of a moved file along and drops that of a removed one', () => {
    const moved = apply([{ type: 'move', path: 'a.yaml', to: 'c.yaml' }]);
    expect(moved.ok && [...moved.value.layouts]).toEqual([['c.yaml', placed]]);
    const removed = apply([{ type: 'remove', path: 'a.yaml' }]);
    expect(removed.ok && removed.value.layouts.size).toBe(0);
  });

  test.each<[string, FileChange[]]>([
    ['UNKNOWN_FILE', [{ type: 'edit', path: 'none.yaml', edits: [] }]],
    ['UNKNOWN_FILE', [{ type: 'remove', path: 'none.yaml' }]],
    ['FILE_EXISTS', [{ type: 'create', path: 'b.yaml', text: '' }]],
    ['FILE_EXISTS', [{ type: 'move', path: 'a.yaml', to: 'b.yaml' }]],
    ['INVALID_PATH', [{ type: 'create', path: '../b.yaml', text: '' }]],
    ['INVALID_PATH', [{ type: 'create', path: '/b.yaml', text: '' }]],
    [
      'INVALID_EDITS',
      [
        {
          type: 'edit',
          path: 'a.yaml',
          edits: [
            { start: 2, end: 3, text: '' },
            { start: 1, end: 2, text: '' },
          ],
        },
      ],
    ],
    ['INVALID_EDITS', [{ type: 'edit', path: 'a.yaml', edits: [{ start: 0, end: 99, text: '' }] }]],
    [
      'EDITED_TWICE',
      [
        { type: 'edit', path: 'a.yaml', edits: [] },
        { type: 'edit', path: 'a.yaml', edits: [] },
      ],
    ],
  ])('refuses with %s and changes nothing', (code, changes) => {
    const result = apply([{ type: 'create', path: 'first.yaml', text: '' }, ...changes]);
    expect(result).toMatchObject({ ok: false, error: { code } });
    expect(workspace.files.size).toBe(2);
  });

  test('refuses a layout for a file that is not there', () => {
    expect(apply([], new Map([['none.yaml', placed]]))).toMatchObject({ ok: false, error: { code: 'UNKNOWN_FILE' } });
  });
});
