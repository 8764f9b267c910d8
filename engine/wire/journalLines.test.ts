import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../base/index.ts';
import { EARLY_JOURNAL_HEAD, JOURNAL_HEAD, JOURNAL_RECORD } from './journalLines.ts';
import { describeMisfit, type MessageShape, readAs } from './MessageShape.ts';

const START = { type: 'run.started', at: 1, runId: 'r', input: null, env: {}, engine: '0.3.0', file: 'a.yaml' };
const EARLY = { path: 'a.yaml', source: 'tasks: []', files: [['b.yaml', 'x: 1']], salt: 's' };
const HEAD = { format: 'signalbox-journal/2', ...EARLY, start: START };
const REPORT = { type: 'child.reported', at: 2, key: 'k', child: { runId: 'c', file: 'c.yaml' } };
const RECORD: JsonObject = {
  inputs: [{ type: 'run.continued', at: 2 }, REPORT],
  proof: { inputs: 3, events: 9, digest: '0f' },
};

function problemOf<T>(shape: MessageShape<T>, line: Json): string | null {
  const read = readAs(shape, line);
  return read.ok ? null : describeMisfit(read.error, 'the line');
}

test('lines are read as they were written, with what newer versions add', () => {
  expect(readAs(JOURNAL_HEAD, { ...HEAD, seal: {} })).toEqual({ ok: true, value: { ...HEAD, seal: {} } });
  expect(readAs(EARLY_JOURNAL_HEAD, EARLY)).toEqual({ ok: true, value: EARLY });
  expect(readAs(JOURNAL_RECORD, { ...RECORD, epoch: 2 }).ok).toBe(true);
});

test.each<[JsonObject, string]>([
  [{ salt: 7 }, 'salt is not a text'],
  [{ files: [['a.yaml']] }, 'files[0] is not a path and a text'],
  [{ files: [['a.yaml', 7]] }, 'files[0][1] is not a text'],
  [{ start: null }, 'start is not a map'],
  [{ start: { ...START, type: 'run.continued' } }, 'start.type is not one of run.started'],
  [{ start: { ...START, env: 'A=1' } }, 'start.env is not a map'],
])('a head that does not fit says where: %j', (field, problem) => {
  expect(problemOf(JOURNAL_HEAD, { ...HEAD, ...field })).toBe(problem);
});

test.each<[JsonObject, string]>([
  [{ inputs: {} }, 'inputs is not a list'],
  [{ inputs: [7] }, 'inputs[0] is not a map'],
  [{ inputs: [{ type: 'run.continued' }] }, 'inputs[0].at is missing'],
  [{ inputs: [{ ...REPORT, child: { runId: 7 } }] }, 'inputs[0].child.runId is not a text'],
  [{ proof: { inputs: 3, events: 9 } }, 'proof.digest is missing'],
  [{ epoch: 'two' }, 'epoch is not a whole number'],
])('a record that does not fit says where: %j', (field, problem) => {
  expect(problemOf(JOURNAL_RECORD, { ...RECORD, ...field })).toBe(problem);
});
