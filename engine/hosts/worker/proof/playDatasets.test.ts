import { expect, test } from 'vitest';
import type { ComparedGrid } from '../../../proof/index.ts';
import { createTestHost } from '../../../testing/hosts/createTestHost.ts';
import type { DatasetProgress } from '../protocol/Datasets.ts';
import { playDataset, playDatasetRun } from './playDatasets.ts';

const FLOW = `tasks:
  - { id: sort, type: basic, use: core:http, with: { url: 'https://example.com' }, on_success: { next: rate } }
  - { id: rate, type: basic, with: { bonus: 1 } }
outputs: { topic: '{{ tasks.sort.output.body }}', bonus: '{{ tasks.rate.output.bonus }}' }
`;
const text = `tests:
  - name: first
    each: ./flow.cases.yaml
    answers: { sort: { output: { status: 200, body: '{{ row.topic }}' } } }
    variants: { usual: {}, more: { tasks/rate/with/bonus: 2 } }
    score: '{{ output.bonus }}'
  - { name: second, each: ./rows.csv, answers: { sort: live } }
`;
const files = new Map([
  ['shop/flow.yaml', FLOW],
  ['shop/flow.cases.yaml', 'rows: [{ topic: a }, { topic: b }]'],
]);
const request = { path: 'shop/flow.test.yaml', text, files, index: 0 };
const host = createTestHost();

const play = (
  asked: Parameters<typeof playDataset>[0],
  deliver: (progress: DatasetProgress) => boolean,
  before: ComparedGrid | null = null,
) => playDataset(asked, { before, live: null }, { host, deliver });

test('a dataset of the workspace is played without a request, and compared', async () => {
  const told: string[] = [];
  const played = await play(request, ({ done, total }) => {
    told.push(`${done}/${total}`);
    return true;
  });
  if (!played.ok) throw new Error(played.message);
  expect(told).toEqual(['1/4', '2/4', '3/4', '4/4']);
  expect(played.grid.summaries.map(({ passed, scores }) => [passed, scores])).toEqual([
    [2, { score: 1 }],
    [2, { score: 2 }],
  ]);
  // Every cell counts, whatever its variant.
  expect(played.coverage.filter(({ kind }) => kind === 'task').map(({ task, count }) => [task, count])).toEqual([
    ['sort', 4],
    ['rate', 4],
  ]);
  const changed = { ...request, text: text.replace('bonus: 2', 'bonus: 3') };
  const again = await play(changed, () => true, played.grid);
  expect(again).toMatchObject({ comparison: { same: 2, cells: [{ change: 'better' }, { change: 'better' }] } });
});

test('it is stopped after any cell, and says what keeps it from being played', async () => {
  const stopped = await play(request, ({ done }) => done < 2);
  expect(stopped).toMatchObject({ ok: true, grid: { cells: [{ case: 0 }, { case: 0 }] } });
  const wrong = await play({ ...request, index: 1 }, () => true);
  expect(wrong).toEqual({ ok: false, message: expect.stringContaining('no “./rows.csv” in the workspace') });
});

test('a cell has its run, on the text of its variant', async () => {
  const run = await playDatasetRun(request, { case: 1, variant: 1 }, host);
  expect(run?.source).toContain('bonus: 2');
  expect(run?.events.at(-1)).toMatchObject({ type: 'run.finished', output: { topic: 'b', bonus: 2 } });
  expect(await playDatasetRun(request, { case: 2, variant: 0 }, host)).toBe(null);
});
