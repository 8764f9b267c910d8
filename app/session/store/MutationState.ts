import type { EngineWorker } from '#engine/worker';

/** The changes of a workflow that its tests are played on, or were last. */
export interface MutationState {
  /** The workflow, and all texts that it depends on, by path. */
  readonly path: string;
  readonly files: ReadonlyMap<string, string>;
  /** How many changes there are, and how many were tried. */
  readonly done: number;
  readonly total: number;
  readonly isOn: boolean;
  /** False: a person stopped it, so that it says something of the first changes alone. */
  readonly isWhole: boolean;
  /** Null while it is on. */
  readonly outcome: Awaited<ReturnType<EngineWorker['mutate']>> | null;
}
