import type { EngineWorker } from '#engine/worker';

type Drill = EngineWorker['drill'];
type News = Parameters<Parameters<Drill>[1]>[0];

/** What the runs of a drill are given: the request for it, but for the texts. */
export type DrillSource = Parameters<Drill>[0]['source'];

/** What became of one fault of one task. */
export type DrillCell = News['cell'];

/** A drill that is on, or the last one. */
export interface DrillState {
  /** The workflow, and all texts that it depends on, by path. */
  readonly path: string;
  readonly files: ReadonlyMap<string, string>;
  readonly source: DrillSource;
  readonly cells: readonly DrillCell[];
  /** How many faults there are, and how many were tried. */
  readonly done: number;
  readonly total: number;
  readonly isOn: boolean;
  /** Its result besides the cells; null: it is on, or was stopped. */
  readonly outcome: Awaited<ReturnType<Drill>> | null;
}
