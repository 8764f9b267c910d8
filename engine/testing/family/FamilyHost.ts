import type { RepeatPolicy, RunInputDraft } from '../../driver/index.ts';
import { Exposure, type HostPorts, type Performer } from '../../effects/index.ts';
import type { ChildRuns } from '../../hosts/children/ChildRuns.ts';
import type { Restoration } from '../../hosts/feedRun.ts';
import { beginRun } from '../../hosts/node/beginRun.ts';
import { createChildRuns } from '../../hosts/node/openChild.ts';
import { createVirtualClock } from '../../hosts/node/run/clock.ts';
import type { Repeats } from '../../hosts/node/run/RunToEndOptions.ts';
import { runToEnd } from '../../hosts/node/run/runToEnd.ts';
import { prepareRun } from '../../hosts/prepareRun.ts';
import type { Budget, Call, RunPlan, RunView } from '../../run/index.ts';
import { createMemoryFiles } from '../memoryFiles.ts';
import { type Answerer, answerOf } from './answers.ts';
import type { RanFamily } from './checkFamily.ts';
import { createFamilyPerformer, findBroken } from './familyPerformer.ts';
import { type Crash, CrashError, MemoryDisk } from './MemoryDisk.ts';
import type { Family } from './makeFamily.ts';

/** Id of the outermost run. */
export const ROOT = 'root';

const PRICES = [{ provider: 'openai', model: 'gpt-4.1', input: 2, output: 8 }];

/** What is done in a life of the process. */
export interface Life {
  readonly crash?: Crash;
  /** The run is cancelled at this write. */
  readonly cancelAt?: number;
  /** The run is cancelled, or the process crashes, at the first write at which this is so. */
  readonly cancelWhen?: () => boolean;
  readonly crashWhen?: () => boolean;
  /** What the outermost run is fed before all else. */
  readonly inputs?: readonly RunInputDraft[];
  /** What becomes of calls that were cut off: all are made again where it is absent. */
  readonly repeat?: RepeatPolicy;
  /** The answer of the person who is asked; absent: there is none. */
  readonly answer?: boolean;
  /** What is fed once a run below is open. */
  readonly feed?: Feed;
}

/** What a run is fed once another one, or it itself, is open; by their ids. */
interface Feed {
  readonly once: string;
  readonly to: string;
  readonly inputs: readonly RunInputDraft[];
}

/** What the outermost run is started with; `most`: runs that it may start. */
interface FamilyLimits {
  readonly budget?: Budget;
  readonly plan?: RunPlan;
  readonly most?: number;
}

/** The process of a command line that runs a family, with journals in memory: code of the host, and a server that counts. */
export class FamilyHost implements RanFamily {
  readonly disk = new MemoryDisk();
  /** How often each call was made, in all lives. */
  readonly performs = new Map<string, number>();
  /** The calls that were made, by key. */
  readonly calls = new Map<string, Call>();
  lives = 0;
  /** A promise that a call has broken. */
  #broken: string | null = null;
  readonly #files: Readonly<Record<string, string>>;
  readonly #seed: number;
  readonly #answer: Answerer;
  readonly #limits: FamilyLimits;

  constructor(
    { files, seed }: Pick<Family, 'files' | 'seed'>,
    answer: Answerer = (call) => answerOf(call, seed),
    limits: FamilyLimits = {},
  ) {
    this.#files = files;
    this.#seed = seed;
    this.#answer = answer;
    this.#limits = limits;
  }

  /** Begins the run, or continues it; answers with the view it ends with, which is null where the process crashed. */
  async live({ crash, cancelAt, cancelWhen, crashWhen, inputs = [], ...life }: Life = {}): Promise<RunView | null> {
    this.lives += 1;
    const { disk } = this;
    const { isOver } = disk.beginLife(crash ?? null);
    const controller = new AbortController();
    disk.onWrite = (write) => {
      if (write === cancelAt || cancelWhen?.() === true) controller.abort();
      if (crashWhen?.() === true) disk.crash();
    };
    try {
      const { restored, head, isNew } = await this.#open();
      const repeats: Repeats = { policy: life.repeat ?? 'yes', ask: async () => life.answer ?? null };
      const children = this.#childrenOf(isOver, repeats);
      if (life.feed !== undefined) feedOnceOpen(children, life.feed, isOver);
      const view = await runToEnd({
        restored,
        journal: disk.open(ROOT, head),
        performer: this.#performer({ runWorkflow: children.runWorkflow }, isOver),
        clock: createVirtualClock(restored.tracked.lastAt),
        signal: controller.signal,
        ...(isNew ? {} : { repeats }),
        inputs,
        children,
      });
      if (this.#broken !== null) throw new Error(this.#broken);
      return view;
    } catch (error) {
      if (error instanceof CrashError) return null;
      throw error;
    }
  }

  async replay(): Promise<ReadonlyMap<string, Restoration>> {
    const replayed = new Map<string, Restoration>();
    // Of one without inputs the process ended before it had begun.
    for (const [runId, { inputs }] of this.disk.runs)
      if (inputs.length > 0) replayed.set(runId, await this.disk.replay(runId));
    return replayed;
  }

  async #open() {
    const known = this.disk.runs.get(ROOT);
    if (known !== undefined && known.inputs.length > 0)
      return { restored: await this.disk.replay(ROOT), head: known.head, isNew: false };
    const source = this.#files['root.yaml'] ?? '';
    const { budget, plan } = this.#limits;
    const prepared = await prepareRun(
      {
        path: 'root.yaml',
        source,
        input: {},
        variables: [],
        simulate: false,
        seed: this.#seed,
        prices: PRICES,
        ...(budget === undefined ? {} : { budget }),
        ...(plan === undefined ? {} : { plan }),
      },
      { runId: ROOT, at: createVirtualClock().now(), salt: 's', version: 'test' },
    );
    if (!prepared.ok) throw new Error(`The root has errors: ${JSON.stringify(prepared.error)}`);
    const { workflow, started } = prepared.value;
    const head = { path: 'root.yaml', source, files: [], salt: 's', start: started };
    this.disk.open(ROOT, head).append([started], { inputs: 0, events: 0, digest: '' });
    const restored = await beginRun(workflow, [started]);
    if (!restored.ok) throw new Error(restored.error.message);
    return { restored: restored.value, head, isNew: true };
  }

  #childrenOf(isOver: () => boolean, repeats: Repeats): ChildRuns {
    const { most } = this.#limits;
    return createChildRuns(
      { runId: ROOT, root: ROOT, files: ['root.yaml'] },
      {
        files: createMemoryFiles(this.#files),
        variables: [],
        salt: 's',
        prices: PRICES,
        exposure: new Exposure(),
        repeats,
        journals: this.disk.childrenOf(ROOT),
        createPerformer: (_vault, ports) => this.#performer(ports, isOver),
        createClock: createVirtualClock,
        ...(most === undefined ? {} : { most }),
      },
    );
  }

  #performer(ports: Pick<HostPorts, 'runWorkflow'>, isOver: () => boolean): Performer {
    return createFamilyPerformer(ports, {
      isOver,
      answer: this.#answer,
      note: (call) => (this.#broken ??= this.#findBroken(call)),
    });
  }

  #findBroken(call: Call): string | null {
    const { key } = call;
    this.calls.set(key, call);
    this.performs.set(key, (this.performs.get(key) ?? 0) + 1);
    return findBroken(call, this.disk.runs.get(key.slice(0, key.indexOf('/')))?.inputs ?? []);
  }
}

/** Feeds a run once another one is open. */
function feedOnceOpen(children: ChildRuns, { once, to, inputs }: Feed, isOver: () => boolean): void {
  const run = children.find(once) === null ? null : children.find(to);
  if (run !== null) for (const input of inputs) run.receive(input);
  else if (!isOver()) setImmediate(() => feedOnceOpen(children, { once, to, inputs }, isOver));
}
