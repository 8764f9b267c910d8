import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { start, TestWorkspace, until } from '../testing.ts';
import { EventPages } from './EventPages.ts';

let workspace: TestWorkspace;
beforeEach(() => {
  workspace = new TestWorkspace();
});
afterEach(() => workspace.remove());

/** A journal of a run of so many rounds, and what counts how often it is opened. */
async function record(rounds: number) {
  workspace.write(
    'loop.yaml',
    `
tasks:
  - id: a
    type: decision
    config: { condition: '{{ (tasks.a.output.value ?? 0) + 1 }}', routes: { '${rounds}': end }, default: { next: a } }
`,
  );
  const service = await workspace.open();
  const { id } = await start(service, 'loop', {});
  await until(service, id, ({ status }) => status === 'success');
  const counted = { opened: 0 };
  const pages = new EventPages(() => {
    counted.opened += 1;
    return async (value) => value;
  });
  const read = async (after: number, limit: number) => {
    const page = await pages.read(path.join(workspace.state, 'runs', `${id}.jsonl`), { after, limit });
    return { isLast: page.isLast, seqs: page.events.map(({ event }) => event.seq) };
  };
  return { read, counted, close: () => pages.close() };
}

test('who comes anew to a run that is not long has its events without another machine', async () => {
  const { read, counted, close } = await record(5);
  const all = await read(0, 1_000);
  expect(all.isLast).toBe(true);
  const count = all.seqs.length;
  expect(all.seqs).toEqual(Array.from({ length: count }, (_, seq) => seq));
  for (const after of [0, 3, count - 1, count]) {
    expect(await read(after, 1_000)).toEqual({ isLast: true, seqs: all.seqs.slice(after) });
    expect(await read(after, 2)).toEqual({
      isLast: after + 2 >= count,
      seqs: all.seqs.slice(after, after + 2),
    });
  }
  expect(counted.opened).toBe(1);
  close();
});

test('a page goes on from those that are kept to those that were not read yet', async () => {
  const { read, counted, close } = await record(20);
  expect((await read(0, 10)).seqs).toHaveLength(10);
  const page = await read(5, 20);
  expect(page).toEqual({ isLast: false, seqs: Array.from({ length: 20 }, (_, index) => 5 + index) });
  expect(counted.opened).toBe(1);
  close();
});

test('what is no longer kept of a long run is read from its journal again', async () => {
  const { read, counted, close } = await record(600);
  for (let after = 0, page = await read(0, 500); !page.isLast; page = await read(after, 500)) after += page.seqs.length;
  expect(counted.opened).toBe(1);
  expect((await read(1, 3)).seqs).toEqual([1, 2, 3]);
  expect(counted.opened).toBe(2);
  close();
});
