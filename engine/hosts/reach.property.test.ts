import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemoryHome, createPerformer, Exposure, parseOrigin } from '../effects/index.ts';
import { analyze, listReach } from '../graph/index.ts';
import { createMemoryFiles } from '../testing/memoryFiles.ts';
import { numRuns } from '../testing/numRuns.ts';
import { type ReachScenario, reachScenarios } from '../testing/reachScenarios.ts';
import { beginRun, createChildRuns, createVirtualClock, runToEnd } from './node/index.ts';
import { prepareRun } from './prepareRun.ts';

/** Runs a scenario for real and answers with the addresses that were fetched. */
async function fetched({ text, files, input, variables, baseUrl }: ReachScenario): Promise<readonly string[]> {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (target) => {
    asked.push(target instanceof Request ? target.url : String(target));
    return Response.json({});
  };
  const given = Object.entries(variables).map(([name, value]) => ({ name, value, isSecret: false }));
  const prepared = await prepareRun(
    { path: 'test.yaml', source: text, files, input, variables: given, simulate: false, seed: 1 },
    { runId: 'r', at: 0, salt: 's', version: 'test' },
  );
  if (!prepared.ok) return asked;
  const { workflow, started, vault } = prepared.value;
  const begun = await beginRun(workflow, [started]);
  if (!begun.ok) throw new Error(begun.error.message);
  const ports = { baseUrl, memory: createMemoryHome(), files: createMemoryFiles(Object.fromEntries(files)), fetch };
  const children = createChildRuns(
    { runId: 'r', root: 'r', files: ['test.yaml'] },
    {
      files: ports.files,
      variables: given,
      salt: 's',
      prices: [],
      exposure: new Exposure(),
      journals: null,
      repeats: { policy: 'yes', ask: async () => null },
      createClock: createVirtualClock,
      createPerformer: (inner, nested) => createPerformer({ ...ports, ...nested, resolveSecret: inner.resolveSecret }),
    },
  );
  const { runWorkflow } = children;
  const performer = createPerformer({ ...ports, runWorkflow, resolveSecret: vault.resolveSecret });
  await runToEnd({ restored: begun.value, performer, clock: createVirtualClock(), children });
  return asked;
}

test('every host that a run calls was listed before, or was listed as any host', { timeout: 600_000 }, async () => {
  const count = numRuns(80, 2_000);
  const doors = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(reachScenarios, async (scenario) => {
      const analysis = analyze('test.yaml', scenario.text, undefined, scenario.files);
      const { origins, isSite, isAnywhere } = listReach(analysis, parseOrigin);
      const named = new Set([...origins, ...(isSite ? [new URL(scenario.baseUrl).origin] : [])]);
      const [door = ''] = scenario.ways;
      for (const url of await fetched(scenario)) {
        doors.set(door, (doors.get(door) ?? 0) + 1);
        expect(isAnywhere || named.has(new URL(url).origin), `${url} by ${scenario.ways.join(' · ')}`).toBe(true);
      }
    }),
    { numRuns: count },
  );
  // Each kind of request was really sent: a scenario without requests proves nothing.
  expect([...doors.keys()].toSorted()).toEqual(
    ['agent tool', 'embedder', 'model', 'nested', 'storage', 'task', 'vector'].toSorted(),
  );
  expect([...doors.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0.4 * count);
});
