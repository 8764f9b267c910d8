import { createMemoryHome, SecretKeeper } from '../../engine/effects/index.ts';
import { createEngine } from '../../engine/hosts/worker/createEngine.ts';
import { createRunReader } from '../../engine/hosts/worker/exported/RunReader.ts';
import type { Disk } from '../../engine/hosts/worker/journal/Disk.ts';
import { RunStore } from '../../engine/hosts/worker/journal/RunStore.ts';
import { createSystemClock } from '../../engine/hosts/worker/platform/clock.ts';
import { createRunLocks } from '../../engine/hosts/worker/platform/locks.ts';
import type { PortEngine } from '../../engine/hosts/worker/protocol/eventPort.ts';
import { SecretBroker } from '../../engine/hosts/worker/workspace/SecretBroker.ts';
import { createMemoryKeyValues } from '../../engine/testing/memoryFiles.ts';
import { measureHistory } from './history.ts';
import { measureCommits, measureRun } from './journal.ts';
import { loopAndHold } from './looping.ts';
import { fillMemory, measureRecall } from './recall.ts';
import { measureReopening } from './reopening.ts';

/** What is to be measured. */
export type MeasureRequest =
  | { readonly what: 'run'; readonly rounds: number }
  | { readonly what: 'commits'; readonly records: number }
  | { readonly what: 'reopening'; readonly steps: number }
  | { readonly what: 'loop'; readonly rounds: number }
  | { readonly what: 'history'; readonly runs: number; readonly steps: number }
  | { readonly what: 'fillMemory'; readonly messages: number }
  | { readonly what: 'recall'; readonly turns: number; readonly isCold: boolean };

/** Milliseconds by name, ours and theirs in turns: one number a round. */
export type MeasureAnswer = Readonly<Record<string, readonly number[]>>;

/** An engine on a disk, as the app's worker makes it. */
function openEngine(disk: Disk): PortEngine {
  const clock = createSystemClock();
  const keeper = new SecretKeeper(null, () => undefined);
  return createEngine({
    store: new RunStore(disk, clock),
    clock,
    locks: createRunLocks(),
    channel: { post: () => {}, listen: () => {} },
    uniqueText: () => crypto.randomUUID(),
    secrets: new SecretBroker(keeper),
    storage: { subscribe: () => undefined },
    lifeLock: Promise.resolve(null),
    memory: createMemoryHome({ indexedDb: undefined }),
    ports: {},
    keptFiles: createMemoryKeyValues(),
    version: 'bench',
    reader: createRunReader(clock),
  });
}

async function measure(request: MeasureRequest): Promise<MeasureAnswer> {
  switch (request.what) {
    case 'run':
      return measureRun(openEngine, request.rounds);
    case 'commits':
      return measureCommits(request.records);
    case 'reopening':
      return measureReopening(openEngine, request.steps);
    case 'loop':
      return loopAndHold(openEngine, request.rounds);
    case 'history':
      return measureHistory(openEngine, request);
    case 'fillMemory':
      return fillMemory(request.messages);
    case 'recall':
      return measureRecall(request);
  }
}

addEventListener('message', ({ data }: MessageEvent<MeasureRequest>) => {
  measure(data).then(
    (answer) => postMessage(answer),
    (error: unknown) => {
      // To where the page receives it.
      setTimeout(() => {
        throw error;
      });
    },
  );
});
