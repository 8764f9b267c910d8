import { expect, test } from 'vitest';
import { toBanner } from './toBanner.ts';

const FINE = {
  trouble: null,
  problem: null,
  server: null,
  isElsewhere: false,
  isInterrupted: false,
  isImported: false,
  view: { status: 'running' },
} as const;
const FULL = { code: 'EXECUTION_ERROR', message: 'The storage is full.', details: null } as const;
const ENDED = { view: { status: 'success' } } as const;

function actionsOf(run: Parameters<typeof toBanner>[0]): readonly string[] {
  return (toBanner(run)?.actions ?? []).map(([id]) => id);
}

test('of a run that goes on nothing is said', () => {
  expect(toBanner(FINE)).toBeNull();
});

test('a run that cannot be stored is blocked, with the reason, and can be taken along meanwhile', () => {
  const blocked = toBanner({ ...FINE, trouble: FULL });
  expect(blocked).toMatchObject({ tone: 'error', message: expect.stringMatching(/^The run is blocked.*is full\.$/) });
  expect(actionsOf({ ...FINE, trouble: FULL })).toEqual(['run.retry', 'run.export', 'file.downloadAll']);
  const ended = toBanner({ ...FINE, ...ENDED, trouble: FULL });
  expect(ended?.message).toMatch(/^The run has ended, but its end is not stored yet\./);
});

test('a run that does not continue by itself says why, and can be exported or forked', () => {
  const problem = { ...FULL, message: 'Its text was changed.' };
  expect(toBanner({ ...FINE, problem })).toMatchObject({ tone: 'error', message: expect.stringContaining('changed.') });
  expect(actionsOf({ ...FINE, problem })).toEqual(['run.export', 'run.fork']);
  // One from a file is looked at only, and one that has succeeded is over.
  expect(toBanner({ ...FINE, problem, isImported: true })).toMatchObject({ tone: 'neutral', message: problem.message });
  expect(toBanner({ ...FINE, ...ENDED, problem })).toBeNull();
});

test('a run that another tab executes, or none any more, can be continued here', () => {
  expect(actionsOf({ ...FINE, isElsewhere: true })).toEqual(['run.takeOver']);
  expect(actionsOf({ ...FINE, isInterrupted: true })).toEqual(['run.takeOver']);
  expect(toBanner({ ...FINE, isInterrupted: true, isImported: true })).toBeNull();
});

test('a run of a server says when nothing comes from it, and never what this browser could not store', () => {
  const server = { address: 'https://host.example', problem: 'no answer', isRefused: false };
  expect(toBanner({ ...FINE, server, trouble: FULL })?.message).toMatch(/^Connection to https:\/\/host\.example lost/);
  expect(toBanner({ ...FINE, server: { ...server, isRefused: true } })).toMatchObject({ tone: 'error' });
  expect(toBanner({ ...FINE, server: { ...server, problem: null }, trouble: FULL })).toBeNull();
});
