import { Engine, type EngineContext } from '../hosts/worker/Engine.ts';
import type { Disk } from '../hosts/worker/journal/Disk.ts';
import { openDisk } from '../hosts/worker/journal/openDisk.ts';
import { RunStore } from '../hosts/worker/journal/RunStore.ts';
import type { RunLocks } from '../hosts/worker/locks.ts';
import type { RunRequest } from '../hosts/worker/protocol.ts';
import type { ChannelMessage, ChannelPort } from '../hosts/worker/RunChannel.ts';
import type { RunError, RunEvent } from '../run/index.ts';
import { TurnClock } from './TurnClock.ts';

/** What the tabs of one browser share: locks and a channel. */
export class FakeBrowser {
  readonly #held = new Map<string, { readonly take: () => void }>();
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #listeners: ((message: ChannelMessage) => void)[] = [];

  /** Locks as one tab sees them. `die` gives up all that the tab holds, as its end would. */
  openLocks(): RunLocks & { readonly die: () => void } {
    const mine = new Set<() => void>();
    return {
      areShared: true,
      live: async () => new Set(this.#held.keys()),
      acquire: async (runId, steal = false) => {
        if (steal) this.#held.get(runId)?.take();
        else while (this.#held.has(runId)) await new Promise<void>((resolve) => this.#queue(runId, resolve));
        const lost = new AbortController();
        const release = (): void => {
          if (this.#held.get(runId) !== lock) return;
          this.#held.delete(runId);
          for (const wake of this.#waiting.get(runId)?.splice(0) ?? []) wake();
        };
        const lock = { take: () => lost.abort() };
        this.#held.set(runId, lock);
        mine.add(release);
        return { release, lost: lost.signal };
      },
      die: () => {
        for (const release of mine) release();
      },
    };
  }

  /** The channel as one tab sees it. */
  openChannel(): ChannelPort {
    let own: ((message: ChannelMessage) => void) | null = null;
    return {
      post: (message) => {
        for (const listener of this.#listeners) if (listener !== own) setImmediate(() => listener(message));
      },
      listen: (listener) => {
        own = listener;
        this.#listeners.push(listener);
      },
    };
  }

  #queue(runId: string, wake: () => void): void {
    this.#waiting.set(runId, [...(this.#waiting.get(runId) ?? []), wake]);
  }
}

let tabs = 0;

/** A worker with a page that listens. */
export function openEngine(
  options: { readonly disk?: Disk; readonly browser?: FakeBrowser; readonly fetch?: EngineContext['fetch'] } = {},
) {
  const clock = new TurnClock();
  const browser = options.browser ?? new FakeBrowser();
  const locks = browser.openLocks();
  const tab = (tabs += 1);
  let texts = 0;
  const engine = new Engine({
    store: new RunStore(options.disk ?? openDisk(), clock),
    clock,
    locks,
    channel: browser.openChannel(),
    uniqueText: () => `${tab}-${(texts += 1)}`,
    version: '0.1.0',
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
  const events = new Map<string, RunEvent[]>();
  const troubles: (RunError | null)[] = [];
  void engine.subscribe((batch) => {
    if (batch.trouble !== undefined) troubles.push(batch.trouble);
    events.set(batch.runId, [...(events.get(batch.runId) ?? []), ...batch.events]);
  });
  const finished = (runId: string) =>
    clock.until(() => {
      const last = events.get(runId)?.at(-1);
      return last?.type === 'run.finished' && last;
    });
  return { clock, engine, events, finished, locks, troubles };
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
