import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { analyze, EMPTY_LAYOUT } from '#engine';
import type { Places } from '#engine/layout';
import { type ArrangementPlan, isArranged, planArrangement } from '../model/arrangeGraph.ts';
import { makeArrangement } from './longLayouts.ts';

/** A worker that answers when the test says so. */
class FakeWorker extends EventTarget {
  static readonly made: FakeWorker[] = [];
  readonly postMessage = vi.fn();
  readonly terminate = vi.fn();

  constructor() {
    super();
    FakeWorker.made.push(this);
  }

  answer(data: Places | null): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }
}

beforeEach(() => {
  FakeWorker.made.length = 0;
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => void vi.unstubAllGlobals());

/** The plan of a workflow of which each task leads to all. */
function plan(count: number, name: string): ArrangementPlan {
  const ids = Array.from({ length: count }, (_, at) => `${name}${at}`);
  const tasks = ids.map((id) => `  - {id: ${id}, type: basic, on_success: {next: [${ids.join(', ')}]}}\n`);
  const planned = planArrangement(analyze('a.yaml', `tasks:\n${tasks.join('')}`).graph, EMPTY_LAYOUT, 'right');
  if (isArranged(planned)) throw new Error('It was arranged already.');
  return planned;
}

async function answered(): Promise<void> {
  await Promise.resolve();
}

test('what takes long is arranged in one worker, with care, and what is quick or too dense in none', async () => {
  expect(makeArrangement(plan(3, 'few'))?.placements.size).toBe(3);
  expect(makeArrangement(plan(78, 'dense'))).toMatchObject({ isPlain: true });
  expect(FakeWorker.made).toEqual([]);

  const long = plan(20, 'long');
  expect([makeArrangement(long), makeArrangement(long)]).toEqual([null, null]);
  expect(FakeWorker.made).toHaveLength(1);
  const placements = new Map(
    [...long.input.nodes.keys()].map((id, at) => [id, { x: at * 300, y: 0, width: 216, height: 60 }] as const),
  );
  FakeWorker.made[0]?.answer({ placements, lanes: [] });
  await answered();
  expect(makeArrangement(long)).toMatchObject({ isPlain: false, placements });
  expect(FakeWorker.made).toHaveLength(1);
});

test('what the worker cannot arrange in time is arranged plainly, and not tried again', async () => {
  const lost = plan(20, 'lost');
  expect(makeArrangement(lost)).toBeNull();
  FakeWorker.made[0]?.answer(null);
  await answered();
  const arranged = makeArrangement(lost);
  expect(arranged?.isPlain).toBe(true);
  expect(arranged?.placements.size).toBe(20);
  expect(FakeWorker.made).toHaveLength(1);
});
