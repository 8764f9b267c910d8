import { ok } from '../../base/index.ts';
import { digestSources, type Proof } from '../../driver/index.ts';
import { analyze, effectiveWorkflow } from '../../graph/index.ts';
import type { Restoration } from '../../hosts/feedRun.ts';
import type { ChildJournals, FoundChild, OpenJournal } from '../../hosts/node/ChildJournals.ts';
import type { JournalHead } from '../../hosts/node/journal/readJournal.ts';
import { restoreRun } from '../../hosts/restoreRun.ts';
import type { Workflow } from '../../model/index.ts';
import type { RunInput } from '../../run/index.ts';

/** At which write of a life, counted over all journals, the process crashes; `isStored`: after the write, else before it. */
export interface Crash {
  readonly write: number;
  readonly isStored: boolean;
}

/** What a journal of {@link MemoryDisk} has. */
export interface StoredRun {
  readonly head: JournalHead;
  readonly inputs: RunInput[];
  readonly proofs: Proof[];
}

/** Thrown by a write at which the process crashes, and by each one after it. */
export class CrashError extends Error {}

/** Journals of a run and of all runs below it, in memory: what a crash leaves. */
export class MemoryDisk {
  readonly runs = new Map<string, StoredRun>();
  /** Called before each write with its number in this life, from 1. */
  onWrite: (write: number) => void = () => undefined;
  readonly #workflows = new Map<string, Workflow>();
  #life = 0;
  #writes = 0;
  #crash: Crash | null = null;
  #hasCrashed = false;

  /** Inputs that were written in this life. */
  get writes(): number {
    return this.#writes;
  }

  /** The process crashes now. */
  crash(): void {
    this.#hasCrashed = true;
  }

  /** Begins another life of the process: what is left of the one before writes nothing more. */
  beginLife(crash: Crash | null): { readonly isOver: () => boolean } {
    this.#life += 1;
    this.#writes = 0;
    this.#crash = crash;
    this.#hasCrashed = false;
    const life = this.#life;
    return { isOver: () => this.#life !== life || this.#hasCrashed };
  }

  /** The journal of a run in this life. */
  open(runId: string, head: JournalHead): OpenJournal {
    const stored = this.runs.get(runId) ?? { head, inputs: [], proofs: [] };
    this.runs.set(runId, stored);
    const life = this.#life;
    const append: OpenJournal['append'] = (inputs, proof) => {
      this.#write(life, () => {
        stored.inputs.push(...inputs);
        stored.proofs.push(proof);
      });
      return 0;
    };
    return {
      append,
      appendInSteps: async (inputs, proof, rest) => {
        await rest();
        return append(inputs, proof);
      },
      workflow: digestSources(head.path, head.source, head.files),
      keep: () => undefined,
      finish: () => undefined,
      close: () => undefined,
    };
  }

  /** Journals of child runs, all but the one of `root`. */
  childrenOf(root: string): ChildJournals {
    return {
      find: (runId) => this.#find(runId),
      create: (head) => {
        const journal = this.open(head.start.runId, head);
        journal.append([head.start], { inputs: 0, events: 0, digest: '' });
        return journal;
      },
      count: () => [...this.runs].filter(([runId, { inputs }]) => runId !== root && inputs.length > 0).length,
    };
  }

  /** A run as its journal has it; throws where that does not lead to what was recorded. */
  async replay(runId: string): Promise<Restoration> {
    const { head, inputs, proofs } = this.runs.get(runId) ?? raise(`There is no run ${runId}.`);
    const restored = await restoreRun(this.#read(head), { inputs, proofs }, () => undefined);
    return restored.ok ? restored.value : raise(`${runId}: ${restored.error.message}`);
  }

  /** Each text is read once: many runs have the same. */
  #read({ path, source }: JournalHead): Workflow {
    const known = this.#workflows.get(path + source) ?? effectiveWorkflow(analyze(path, source));
    this.#workflows.set(path + source, known);
    return known;
  }

  #find(runId: string): FoundChild | null {
    const stored = this.runs.get(runId);
    if (stored === undefined || stored.inputs.length === 0) return null;
    const { head, inputs, proofs } = stored;
    const workflow = digestSources(head.path, head.source, head.files);
    const read: FoundChild['stored']['read'] = async (from) => ok({ inputs: inputs.slice(from), proofs });
    return {
      place: runId,
      head,
      stored: { checkpoints: [], workflow, read },
      proceed: () => this.open(runId, head),
      close: () => undefined,
    };
  }

  #write(life: number, store: () => void): void {
    if (life !== this.#life || this.#hasCrashed) throw new CrashError('The process has ended.');
    this.#writes += 1;
    this.onWrite(this.#writes);
    this.#hasCrashed = this.#hasCrashed || this.#crash?.write === this.#writes;
    if (!this.#hasCrashed || this.#crash?.isStored === true) store();
    if (this.#hasCrashed) throw new CrashError('The process crashes.');
  }
}

function raise(message: string): never {
  throw new Error(message);
}
