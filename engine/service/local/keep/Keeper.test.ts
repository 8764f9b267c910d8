import { expect, test } from 'vitest';
import type { RunReader } from '../events/RunReader.ts';
import type { RunFiles } from '../RunFiles.ts';
import type { RunIndex } from '../rows/RunIndex.ts';
import type { RunRow } from '../rows/RunRow.ts';
import { Keeper } from './Keeper.ts';

test('measuring many runs lets others have their turn', async () => {
  const rows = Array.from({ length: 350 }, (_, number) => ({
    id: `run-${number}`,
    number,
    workflow: 'orders',
    status: 'success',
    endedAt: number,
  })) as unknown as readonly RunRow[];
  const index = { ended: () => rows, hasEnded: (id: string) => rows.some((row) => row.id === id) };
  const files = {
    journalOf: (id: string) => `/nowhere/${id}.jsonl`,
    ends: { fileOf: (id: string) => `/nowhere/${id}` },
  };
  const keeper = new Keeper({
    files: files as unknown as RunFiles,
    index: index as unknown as RunIndex,
    reader: null as unknown as RunReader,
    now: () => 0,
    settings: { keep: null },
    refusal: () => null,
    onProblem: () => undefined,
  });
  let turns = 0;
  let timer = setImmediate(function count(): void {
    turns += 1;
    timer = setImmediate(count);
  });
  const keep = { runs: null, days: null, bytes: 1, archive: null, rules: [] };
  expect(await keeper.prune(keep)).toEqual({ ids: [], bytes: 0 });
  clearImmediate(timer);
  expect(turns).toBe(3);
});
