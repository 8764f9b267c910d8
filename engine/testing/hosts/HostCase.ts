import type { Json } from '../../base/index.ts';
import type { createPerformer } from '../../effects/index.ts';
import type { RunEvent } from '../../run/index.ts';

/** A run that is to go the same way on every host. */
export interface HostCase {
  /** Its id where the host takes one, and the name of its file: letters, digits and `-`. */
  readonly name: string;
  readonly text: string;
  readonly input: Json;
  /** What comes from outside, in this order. */
  readonly controls: readonly OutsideControl[];
  /** True: each control is sent once a task waits for a signal; else all of them right after the start. */
  readonly isAwaited: boolean;
  /** What answers its calls; absent: the real ones. */
  readonly answer?: Answers;
}

export type OutsideControl =
  | { readonly type: 'signal'; readonly name: string; readonly payload: Json }
  | { readonly type: 'cancel' };

/** What answers the calls of a run. */
export type Answers = ReturnType<typeof createPerformer>['perform'];

/** What a host made of a case. */
export interface HostedRun {
  /** Codes that say why it did not start; null where it did. */
  readonly refused: readonly string[] | null;
  /** As the host gave them to who watched. */
  readonly events: readonly RunEvent[];
  /** What the machine gave on Node for the inputs that the host recorded. */
  readonly replayed: readonly RunEvent[];
}

/** A host of runs. */
export interface TestHost {
  readonly name: string;
  /** How many cases it takes side by side. */
  readonly atOnce: number;
  run(run: HostCase): Promise<HostedRun>;
  close(): Promise<void>;
}

/** A case that did not start. */
export function refused(codes: readonly string[]): HostedRun {
  return { refused: [...new Set(codes)].sort(), events: [], replayed: [] };
}
