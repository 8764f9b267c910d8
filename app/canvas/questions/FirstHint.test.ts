import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RunSummary } from '#engine/worker';
import { session } from '../../session/index.ts';
import type { ShownRun } from '../../session/run/index.ts';
import { resetSession } from '../../session/testSession.ts';
import { isHintOver, keepHintOver, needsHint } from './FirstHint.tsx';

const WORKFLOW = 'tasks: [{ id: greet, type: basic, use: "core:log" }]\n';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

function blocked(): never {
  throw new DOMException('Storage is blocked', 'SecurityError');
}

const shown = { runId: 'first' } as ShownRun;
const history = [{ runId: 'first' } as RunSummary];

it.each([
  ['a workflow that was never played', { 'greet.yaml': WORKFLOW }, {}, true],
  [
    'one of a folder, or from elsewhere',
    { 'folder/greet.yaml': WORKFLOW },
    { document: { untrusted: new Set(['folder/greet.yaml']) } },
    true,
  ],
  ['one that runs', { 'greet.yaml': WORKFLOW }, { run: { shown } }, false],
  ['one after a run', { 'greet.yaml': WORKFLOW }, { run: { history } }, false],
  ['one without tasks', { 'greet.yaml': 'id: greet\n' }, {}, false],
  ['one that cannot be read', { 'greet.yaml': 'tasks: [{ id: greet\n  - {' }, {}, false],
  ['no file', {}, {}, false],
])('of %s', (_, files, change, expected) => {
  resetSession(files, change);
  expect(needsHint(session.getState())).toBe(expected);
});

it('is over for all files of this browser once it was closed', () => {
  expect(isHintOver()).toBe(false);
  keepHintOver();
  expect(isHintOver()).toBe(true);
});

it('is shown where the browser keeps nothing, and can be closed there', () => {
  vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked });
  expect(isHintOver()).toBe(false);
  expect(keepHintOver).not.toThrow();
});
