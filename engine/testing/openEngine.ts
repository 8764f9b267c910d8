import { Engine, type EngineContext } from '../hosts/worker/Engine.ts';
import type { Disk } from '../hosts/worker/journal/Disk.ts';
import { openDisk } from '../hosts/worker/journal/openDisk.ts';
import { RunStore } from '../hosts/worker/journal/RunStore.ts';
import type { RunLocks } from '../hosts/worker/locks.ts';
import type { RunRequest } from '../hosts/worker/protocol.ts';
import type { RunEvent } from '../run/index.ts';
import { TurnClock } from './TurnClock.ts';

/** Locks shared by the workers of one browser. */
export function createLocks(): RunLocks {
  const held = new Set<string>();
  return {
    hold: (runId) => {
      held.add(runId);
      return () => held.delete(runId);
    },
    live: async () => held,
  };
}

/** A worker with a page that listens. */
export function openEngine(
  options: { readonly disk?: Disk; readonly locks?: RunLocks; readonly fetch?: EngineContext['fetch'] } = {},
) {
  const clock = new TurnClock();
  let texts = 0;
  const engine = new Engine({
    store: new RunStore(options.disk ?? openDisk(), clock),
    clock,
    locks: options.locks ?? createLocks(),
    uniqueText: () => `${(texts += 1)}`,
    version: '0.1.0',
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
  const events = new Map<string, RunEvent[]>();
  void engine.subscribe((batch) => {
    events.set(batch.runId, [...(events.get(batch.runId) ?? []), ...batch.events]);
  });
  const finished = (runId: string) =>
    clock.until(() => {
      const last = events.get(runId)?.at(-1);
      return last?.type === 'run.finished' && last;
    });
  return { clock, engine, events, finished };
}

/** A request to run a text. */
export function makeRequest(source: string, extra: Partial<RunRequest> = {}): RunRequest {
  return {
    path: 'test.yaml',
    source,
    input: {},
    variables: [],
    simulate: false,
    baseUrl: 'https://app.test/',
    seed: 1,
    ...extra,
  };
}

/** Starts a run that must start; answers with its id. */
export async function start({ clock, engine }: ReturnType<typeof openEngine>, asked: RunRequest): Promise<string> {
  const answer = await clock.settle(engine.startRun(asked));
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure));
  return answer.runId;
}
