import { IDBFactory } from 'fake-indexeddb';
import type { Restoration } from '../../hosts/feedRun.ts';
import { restoreRun } from '../../hosts/restoreRun.ts';
import type { Disk } from '../../hosts/worker/journal/Disk.ts';
import { openDisk } from '../../hosts/worker/journal/openDisk.ts';
import { type JournaledRun, RunStore } from '../../hosts/worker/journal/RunStore.ts';
import { workflowOf } from '../../hosts/worker/run/record/workflowOf.ts';
import type { Call, RunInput } from '../../run/index.ts';
import { FakeBrowser } from '../FakeBrowser.ts';
import { createMemoryFiles } from '../memoryFiles.ts';
import { makeRequest, openEngine } from '../openEngine.ts';
import { TurnClock } from '../TurnClock.ts';
import { type Answerer, answerOf } from './answers.ts';
import type { RanFamily } from './checkFamily.ts';
import { createFamilyPerformer, findBroken } from './familyPerformer.ts';
import type { Crash } from './MemoryDisk.ts';
import type { Family } from './makeFamily.ts';

/** What is done in a life of the tab. */
interface TabLife {
  /** The tab crashes at this commit. */
  readonly crash?: Crash;
  /** The run is cancelled at this commit. */
  readonly cancelAt?: number;
  /** The run is cancelled in the first turn in which this is so; `crashLater` counts its commits from then on. */
  readonly cancelWhen?: () => boolean;
  readonly crashLater?: { readonly commits: number; readonly isStored: boolean };
}

/** Id of the outermost run: the first that a tab of this name gives. */
const NAME = 'family';
const ROOT = `run-${NAME}-1`;

/** Turns that a family may take. */
const LONGEST = 20_000;

/** The tabs of a browser that run a family, one after the other, with journals in IndexedDB; and a server that counts. */
export class WorkerFamilyHost implements RanFamily {
  readonly performs = new Map<string, number>();
  lives = 0;
  /** Commits of the last life. */
  commits = 0;
  readonly #family: Pick<Family, 'files' | 'seed'>;
  readonly #answer: Answerer;
  readonly #browser = new FakeBrowser();
  readonly #disk: Disk;
  /** What is stored of each run: inputs are read as they are committed. */
  readonly #stored = new Map<string, Map<number, RunInput>>();
  #broken: string | null = null;
  /** True once the row of the outermost run says that it has ended. */
  #isEnded = false;

  constructor(family: Pick<Family, 'files' | 'seed'>, answer: Answerer = (call) => answerOf(call, family.seed)) {
    // Each family has a browser of its own.
    globalThis.indexedDB = new IDBFactory();
    this.#family = family;
    this.#answer = answer;
    this.#disk = openDisk();
  }

  /** Begins the run, or continues it; false where the tab crashed before the end. */
  async live({ cancelAt, cancelWhen, crashLater, ...life }: TabLife = {}): Promise<boolean> {
    this.lives += 1;
    this.commits = 0;
    let isDead = false;
    let { crash } = life;
    let isCancelled = false;
    const never = new Promise<never>(() => undefined);
    const disk: Disk = {
      ...this.#disk,
      claim: (runId) => (isDead ? never : this.#disk.claim(runId)),
      commit: async (changes) => {
        if (isDead) return never;
        this.commits += 1;
        if (this.commits === cancelAt) void page.engine.controlRun(ROOT, { type: 'run.cancelled' });
        const isCrash = this.commits === crash?.write;
        if (isCrash) isDead = true;
        if (!isCrash || crash?.isStored === true) {
          await this.#disk.commit(changes);
          this.#note(changes);
          this.#isEnded ||= changes.some(
            (change) => change.type === 'summary' && change.value.runId === ROOT && change.value.status !== 'running',
          );
        }
        return isCrash ? never : undefined;
      },
    };
    const page = openEngine({
      disk,
      browser: this.#browser,
      name: NAME,
      createPerformer: (ports) =>
        createFamilyPerformer(ports, {
          answer: this.#answer,
          isOver: () => isDead,
          note: (call) => (this.#broken ??= this.#findBroken(call)),
        }),
    });
    void page.engine.setWorkspace(createMemoryFiles(this.#family.files), []);
    const { files, seed } = this.#family;
    if (this.#stored.has(ROOT)) void page.engine.recoverRuns({ variables: [] });
    else void page.engine.startRun(makeRequest(files['root.yaml'] ?? '', { path: 'root.yaml', seed }));
    const isOver = (): boolean => isDead || this.#isEnded;
    for (let turn = 0; !isOver(); turn += 1) {
      if (turn > LONGEST) throw new Error(`It does not end: ${JSON.stringify(page.events.get(ROOT)?.slice(-3))}`);
      await page.clock.turn();
      if (isCancelled || cancelWhen?.() !== true) continue;
      isCancelled = true;
      if (crashLater !== undefined) crash = { write: this.commits + crashLater.commits, isStored: crashLater.isStored };
      void page.engine.controlRun(ROOT, { type: 'run.cancelled' });
    }
    // What a tab that has crashed still does must not matter.
    for (let turn = 0; turn < 20; turn += 1) await page.clock.turn();
    page.locks.die();
    if (this.#broken !== null) throw new Error(this.#broken);
    return this.#isEnded;
  }

  async replay(): Promise<ReadonlyMap<string, Restoration>> {
    const store = new RunStore(this.#disk, new TurnClock());
    const below = await store.below(ROOT);
    const replayed = new Map<string, Restoration>();
    for (const runId of [ROOT, ...(below.ok ? below.value : []).map((row) => row.runId)]) {
      const found = await store.find(runId);
      if (!found.ok) throw new Error(found.error.message);
      if (found.value !== null) replayed.set(runId, await replayRun(found.value));
    }
    return replayed;
  }

  #note(changes: Parameters<Disk['commit']>[0]): void {
    for (const change of changes) {
      if (change.type !== 'chunk' && change.type !== 'compact') continue;
      const { runId, from, inputs } = change.value;
      const known = this.#stored.get(runId) ?? new Map<number, RunInput>();
      this.#stored.set(runId, known);
      const read: readonly RunInput[] = JSON.parse(inputs);
      for (const [index, input] of read.entries()) known.set(from + index, input);
    }
  }

  #findBroken(call: Call): string | null {
    const { key } = call;
    this.performs.set(key, (this.performs.get(key) ?? 0) + 1);
    return findBroken(call, [...(this.#stored.get(key.slice(0, key.indexOf('/'))) ?? new Map()).values()]);
  }
}

async function replayRun(found: JournaledRun): Promise<Restoration> {
  const restored = await restoreRun(workflowOf(found), found, () => undefined);
  if (!restored.ok) throw new Error(`${found.summary.runId}: ${restored.error.message}`);
  return restored.value;
}
