// The worker loads it with the first run; turns of a test's clock do not wait for that.
import '../hosts/worker/children/openChildren.ts';
import { ENGINE_VERSION } from '../driver/index.ts';
import { createMemoryHome, type SecretDisk, SecretKeeper } from '../effects/index.ts';
import { createEngine } from '../hosts/worker/createEngine.ts';
import { createRunReader } from '../hosts/worker/exported/RunReader.ts';
import type { Disk } from '../hosts/worker/journal/Disk.ts';
import { openDisk } from '../hosts/worker/journal/openDisk.ts';
import { RunStore } from '../hosts/worker/journal/RunStore.ts';
import type { EngineContext } from '../hosts/worker/prepareStart.ts';
import { EventUnpacker } from '../hosts/worker/protocol/EventPacker.ts';
import type { EventBatch, EventPacket, EventPort, RunRequest, SecretState } from '../hosts/worker/protocol/protocol.ts';
import { SecretBroker } from '../hosts/worker/workspace/SecretBroker.ts';
import type { RunError, RunEvent } from '../run/index.ts';
// Loaded when something is first checked, which would be counted in turns of the clock.
import '../check/index.ts';
import { FakeBrowser } from './FakeBrowser.ts';
import { createMemoryKeyValues } from './memoryFiles.ts';
import { TurnClock } from './TurnClock.ts';

let tabs = 0;

/** A worker with a page that listens. */
export function openEngine(
  options: {
    readonly disk?: Disk;
    readonly browser?: FakeBrowser;
    readonly fetch?: EngineContext['fetch'];
    readonly secretDisk?: SecretDisk;
    /** Where files are kept that are no documents; without it, in a memory of its own. */
    readonly keptFiles?: EngineContext['keptFiles'];
    readonly ports?: EngineContext['ports'];
    readonly createPerformer?: EngineContext['createPerformer'];
    /** Begins the ids that it gives, in place of a number of its own. */
    readonly name?: string;
    /** True: there is no page that takes events. */
    readonly isUnwatched?: boolean;
    /** How the user answers questions about secrets; without it, always yes. */
    readonly onSecrets?: (state: SecretState) => void;
  } = {},
) {
  const clock = new TurnClock();
  const browser = options.browser ?? new FakeBrowser();
  const locks = browser.openLocks();
  const tab = options.name ?? String((tabs += 1));
  let texts = 0;
  const keeper = new SecretKeeper(options.secretDisk ?? null, () => secrets.notify());
  const secrets = new SecretBroker(keeper);
  const engine = createEngine({
    store: new RunStore(options.disk ?? openDisk(), clock),
    clock,
    locks,
    channel: browser.openChannel(locks.isDead),
    uniqueText: () => `${tab}-${(texts += 1)}`,
    secrets,
    storage: { subscribe: () => undefined },
    lifeLock: Promise.resolve(null),
    memory: createMemoryHome({ indexedDb: globalThis.indexedDB }),
    ports: options.ports ?? {},
    keptFiles: options.keptFiles ?? createMemoryKeyValues(),
    version: ENGINE_VERSION,
    reader: createRunReader(clock),
    ...(options.createPerformer === undefined ? {} : { createPerformer: options.createPerformer }),
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
  const agree = ({ questions }: SecretState): void => {
    for (const { id } of questions) void engine.answerSecret(id, 'always');
  };
  void engine.subscribeSecrets(options.onSecrets ?? agree);
  const events = new Map<string, RunEvent[]>();
  const troubles: (RunError | null)[] = [];
  /** Whether runs only wait, as it was told. */
  const idle: (readonly [runId: string, isIdle: boolean])[] = [];
  const port = createEventPort((batch) => {
    if (batch.trouble !== undefined) troubles.push(batch.trouble);
    if (batch.isIdle !== undefined) idle.push([batch.runId, batch.isIdle]);
    if (batch.events.length > 0) events.set(batch.runId, [...(events.get(batch.runId) ?? []), ...batch.events]);
  });
  if (options.isUnwatched !== true) void engine.subscribe(port);
  const finished = (runId: string) =>
    clock.until(() => {
      const last = events.get(runId)?.at(-1);
      return last?.type === 'run.finished' && last;
    });
  return { clock, engine, events, finished, idle, locks, troubles };
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

/** A port whose other end takes each batch at once. */
function createEventPort(listener: (batch: EventBatch) => void): EventPort {
  const unpacker = new EventUnpacker();
  const port = new EventTarget();
  const postMessage = (packet: EventPacket): void => {
    listener(unpacker.unpack(packet));
    queueMicrotask(() => port.dispatchEvent(new Event('message')));
  };
  return { addEventListener: port.addEventListener.bind(port), postMessage, start: () => undefined };
}
