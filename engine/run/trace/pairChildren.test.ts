import { expect, test } from 'vitest';
import { effectView } from '../../testing/index.ts';
import { pairChildren } from './pairChildren.ts';
import type { ActivationView } from './RunView.ts';

/** An activation that has made calls; each is its key and, where it has started one, the run. */
function step(...calls: readonly (readonly [key: string, runId?: string])[]): ActivationView {
  const effects = calls.map(([key, runId]) =>
    effectView({ key, ...(runId === undefined ? {} : { child: { runId, file: 'a.yaml' } }) }),
  );
  const none = { parent: null, operation: null, input: null, output: null, error: null, startedAt: 0, endedAt: 1 };
  const rest = { retryCount: 0, until: null, attempts: [], progress: null, simulated: false, pinned: null } as const;
  return {
    taskId: 'call',
    activation: 1,
    status: 'success',
    isEdited: false,
    isHurried: false,
    ...none,
    ...rest,
    effects,
  };
}

test('runs inside are matched by attempt, item and number of the call, whatever their keys begin with', () => {
  const older = step(['one/call/1/1/item-0.1', 'a'], ['one/call/1/2/item-0.1', 'b'], ['one/call/1/1/item-1.1', 'c']);
  const newer = step(['two/call/9/1/item-1.1', 'x'], ['two/call/9/1/item-0.1', 'y'], ['two/call/9/1/item-2.1', 'z']);
  expect(pairChildren({ older, newer })).toEqual([
    { older: 'c', newer: 'x', file: 'a.yaml', attempt: 1, item: 1 },
    { older: 'a', newer: 'y', file: 'a.yaml', attempt: 1, item: 0 },
  ]);
});

test('calls that have started no run, and steps that ran on one side only, have none', () => {
  expect(pairChildren({ older: step(['one/call/1/1/1']), newer: step(['two/call/1/1/1', 'x']) })).toEqual([]);
  expect(pairChildren({ older: null, newer: step(['two/call/1/1/1', 'x']) })).toEqual([]);
  expect(pairChildren({ older: step(['one/call/1/1/2', 'a']), newer: step(['two/call/3/1/2', 'x']) })).toEqual([
    { older: 'a', newer: 'x', file: 'a.yaml', attempt: 1, item: null },
  ]);
});
