import { describe, expect, it } from 'vitest';
import type { ServedRun } from '../../session/servers/index.ts';
import { chooseRuns, HERE, type HistoryChoice, toRow, toServedRow } from './historyRows.ts';
import { A_FILE, ALL, manyRows, run } from './testing.ts';

describe('rows of the history', () => {
  const tags = new Map([
    ['r2', ['slow']],
    ['https://far.test#r9', ['slow', 'audit']],
  ]);
  const rows = [
    toRow(run('r1', 1, { endedAt: 101, idle: 60, usage: usage(5, 0.5) }), tags),
    toRow(run('r2', 2, { status: 'error', failure: 'TIMEOUT_ERROR: Too slow', usage: usage(9, null) }), tags),
    toRow(run('r3', 3, { path: 'b.yaml', status: 'running', endedAt: null, signal: 'approve', isIdle: true }), tags),
    ofServer({ runId: 'https://far.test#r9', path: 'b.yaml', startedAt: 4 }),
  ];
  const ids = (choice: Partial<HistoryChoice>) => chooseRuns(rows, { ...ALL, ...choice }).map(({ runId }) => runId);
  const FAR = 'https://far.test#r9';
  const by = (column: string, isDescending = false) => ids({ order: { column, isDescending } });

  it('tell the length without pauses, what a run waits for, and where it is', () => {
    expect(rows.map(({ length, idle, state, where }) => [length, idle, state, where])).toEqual([
      [40, 60, 'Success', HERE],
      [10, 0, 'Error', HERE],
      [null, 0, 'Waiting for signal approve', HERE],
      [null, 0, 'Queued', 'far.test'],
    ]);
  });

  it('of servers tell the same figures, as far as the server tells them', () => {
    const ended = { status: 'success', startedAt: 1, endedAt: 101 } as const;
    const told = ofServer({ ...ended, idle: 60, usage: usage(5, 0.5), warnings: 2 });
    expect(told).toMatchObject({ length: 40, idle: 60, usage: usage(5, 0.5), warnings: 2 });
    expect(ofServer(ended)).toMatchObject({ length: 100, idle: 0, usage: null });
  });

  it('are filtered by state, file, date, tag and place, all at once', () => {
    expect(ids({ status: 'waiting' })).toEqual(['r3']);
    expect(ids({ path: 'b.yaml' })).toEqual([FAR, 'r3']);
    expect(ids({ since: 2 })).toEqual([FAR, 'r3', 'r2']);
    expect(ids({ tag: 'slow' })).toEqual([FAR, 'r2']);
    expect(ids({ tag: 'slow', where: HERE })).toEqual(['r2']);
  });

  it('are found by what is in the run, or by what the row says', () => {
    expect(ids({ words: 'ada', found: new Set(['r1']) })).toEqual(['r1']);
    expect(ids({ words: 'Too SLOW' })).toEqual(['r2']);
    const lost = ofServer({ status: 'error', failure: 'COMMUNICATION_ERROR: Gone' });
    expect(chooseRuns([...rows, lost], { ...ALL, words: 'gone' })).toEqual([lost]);
    expect(ids({ words: 'audit', found: new Set() })).toEqual([FAR]);
  });

  it('are sorted by any column, those without a value last', () => {
    expect(by('length')).toEqual(['r2', 'r1', FAR, 'r3']);
    expect(by('length', true)).toEqual(['r1', 'r2', FAR, 'r3']);
    expect(by('tokens', true)).toEqual(['r2', 'r1', FAR, 'r3']);
    expect(by('cost')).toEqual(['r1', FAR, 'r3', 'r2']);
    expect(by('state')).toEqual(['r2', FAR, 'r1', 'r3']);
    expect(by('tags')).toEqual(['r2', FAR, 'r3', 'r1']);
    expect(by('where', true)).toEqual([FAR, 'r3', 'r2', 'r1']);
  });

  it('are chosen among 5,000', () => {
    expect(chooseRuns(manyRows(5_000), A_FILE)[0]?.startedAt).toBe(4_999);
  });
});

function usage(tokens: number, cost: number | null) {
  return { input_tokens: tokens, output_tokens: 0, cost, unpriced: cost === null ? 1 : 0 };
}

/** A row of a run on a server, which is queued unless it is said. */
function ofServer(more: Partial<ServedRun>) {
  const run = { runId: 'https://far.test#r8', path: 'c.yaml', startedAt: 5, endedAt: null, trigger: null, failure: '' };
  const tags = new Map([['https://far.test#r9', ['slow', 'audit']]]);
  return toServedRow(
    { ...run, status: 'queued', idle: 0, usage: null, warnings: 0, ...more },
    'https://far.test',
    tags,
  );
}
