import type { EngineWorker } from '#engine/worker';

type Played = Awaited<ReturnType<EngineWorker['playDataset']>>;

/** The result of a dataset, with what it compares with. */
export type DatasetResult = Extract<Played, { readonly ok: true }>;

/** A grid of rows and variants. */
export type Grid = DatasetResult['grid'];

/** A result from before, as far as it is compared. */
export type EarlierGrid = NonNullable<Parameters<EngineWorker['playDataset']>[1]>;

/** How far a dataset has been played. */
export type DatasetProgress = Parameters<Parameters<EngineWorker['playDataset']>[2]>[0];

/** How the calls of a dataset that are to be asked for real were answered. */
export type DatasetAnswers = DatasetProgress['answers'];

/** What is known of a dataset that was played. */
export interface PlayedGrid {
  /** Null: none yet, or it could not be played, and {@link wrong} says why. */
  readonly result: DatasetResult | null;
  readonly wrong: string | null;
  /** While it is played. */
  readonly progress: DatasetProgress | null;
  /** The texts of the workspace that the result depends on. */
  readonly files: ReadonlyMap<string, string>;
  /** The result it is compared with: what the name of its file says, or the one before. */
  readonly against: string | null;
}
