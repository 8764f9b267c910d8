import { afterEach, beforeEach, expect, it } from 'vitest';
import { EMPTY_VIEW, foldRun, type RunEvent, type RunEventBody } from '#engine/run';
import { taskStarted, taskSucceeded } from '#engine/testing';
import type { Json } from '#engine/values';
import type { RunRecord } from '#engine/worker';
import { session } from '../../session/index.ts';
import { connectRuns } from '../../session/run/index.ts';
import { show } from '../../session/run/runShown.ts';
import { idleEngine, resetSession } from '../../session/testSession.ts';
import { runsInside, searchInside } from './RunSearch.ts';

/** A step that starts a run inside, or one that gets something. */
function eventsOf(runId: string, given: { readonly child: string } | { readonly input: Json }): readonly RunEvent[] {
  const bodies: RunEventBody[] = [{ type: 'run.started', runId, input: {}, simulate: false }];
  if ('input' in given) bodies.push(taskStarted('check', 1, given), taskSucceeded('check', 1));
  else {
    const child = { runId: given.child, file: `${given.child}.yaml` };
    bodies.push(taskStarted('call', 1), { type: 'child.reported', taskId: 'call', activation: 1, key: 'k', child });
  }
  return bodies.map((body, seq): RunEvent => ({ seq, at: seq, ...body }));
}

const RUNS = new Map([
  ['middle', eventsOf('middle', { child: 'inner' })],
  ['inner', eventsOf('inner', { input: { customer: 'Customer 8 has no address' } })],
]);
const outer = { events: eventsOf('outer', { child: 'middle' }), view: EMPTY_VIEW };

let stop: () => void = () => undefined;
let read: string[];
beforeEach(() => {
  resetSession({ 'outer.yaml': 'tasks: []\n' });
  read = [];
  const findRun = async (runId: string): Promise<RunRecord | null> => {
    read.push(runId);
    const events = RUNS.get(runId);
    if (events === undefined) return null;
    const row = { runId, path: `${runId}.yaml`, name: null, status: 'success', startedAt: 1, endedAt: 2 } as const;
    return { ...row, simulate: false, simulated: false, source: 'tasks: []\n', input: {}, events };
  };
  const engine = idleEngine({ findRun, listRuns: async () => [] });
  stop = connectRuns({ engine, restart: () => undefined, onFailure: () => () => undefined });
  show({ runId: 'outer', path: 'outer.yaml', source: 'tasks: []\n', events: outer.events });
});
afterEach(() => stop());

function search(words: string, isWanted = () => true) {
  return searchInside(
    { ...outer, view: foldRun(EMPTY_VIEW, outer.events) },
    {
      query: { words, filters: [] },
      files: new Map(),
      runOf: (runId) => session.getState().run.inside.get(runId),
      isWanted,
    },
  );
}

it('knows the runs that the steps of a run have started', () => {
  expect([...runsInside(outer)]).toEqual([['middle', 'middle.yaml']]);
});

it('finds words in a run inside of one inside, and leaves out those that do not have them', async () => {
  const found = await search('8 has no address');
  expect(found.map(({ run, hits }) => [run.path, hits])).toEqual([['inner.yaml', [1]]]);
  expect(await search('nobody at all')).toEqual([]);
});

it('reads no run once its hits are no longer wanted', async () => {
  expect(await search('8 has no address', () => false)).toEqual([]);
  expect(read).toEqual([]);
});
