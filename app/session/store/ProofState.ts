import type { BacktestRow, EngineWorker, RunRecord } from '#engine/worker';

type Played = Parameters<Parameters<EngineWorker['playTests']>[1]>[0];

/** The tests that a file has, and what keeps them from being played. */
export type FoundTests = Awaited<ReturnType<EngineWorker['playTests']>>;

/** The result of a test. */
export type TestVerdict = Played['verdict'];

/** What is known of the tests of a file. */
export interface TestedFile {
  /** The text that they were read of, and what that needs next to it, by path. */
  readonly text: string;
  readonly files: ReadonlyMap<string, string>;
  readonly found: FoundTests;
  /** By the test's name, and its number among those of that name: {@link FoundTests} has them in the same order. */
  readonly results: ReadonlyMap<string, TestResult>;
}

/** The result of a test, with what it was played on: its lines of the file, and the texts next to it. */
export interface TestResult {
  readonly verdict: TestVerdict;
  readonly lines: string;
  readonly files: ReadonlyMap<string, string>;
}

/** A test that was made of a run: its file, and its name there, which no other test of the file has. */
export interface KeptTest {
  readonly path: string;
  readonly name: string;
}

/** What is painted on the cards of a workflow: of a proof, with how often tests reach its lines, of its last runs, or of a proposal. */
export interface PaintedProof {
  readonly kind: 'coverage' | 'drill' | 'history' | 'proposal';
  /** The workflow, and its text: of another one nothing is painted. */
  readonly path: string;
  readonly source: string;
  readonly tasks: ReadonlyMap<string, readonly PaintedMark[]>;
  readonly edges: ReadonlyMap<string, number>;
}

/** A mark of a card: few characters, and the sentence that they stand for. `partial`: some of what it counts is missing. */
export interface PaintedMark {
  readonly text: string;
  readonly words: string;
  readonly look: 'covered' | 'partial' | 'missed';
}

/** How far the tests have come that are played now. */
export interface TestProgress {
  readonly done: number;
  readonly total: number;
}

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

type PlayedDataset = Awaited<ReturnType<EngineWorker['playDataset']>>;

/** The result of a dataset, with what it compares with. */
export type DatasetResult = Extract<PlayedDataset, { readonly ok: true }>;

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

/** What the last runs of a file do on its text as it is now. */
export interface BacktestState {
  readonly path: string;
  /** The text that they were played on. */
  readonly source: string;
  /** As far as they were played, the last one first. */
  readonly runs: readonly BacktestRow[];
  /** `old`: the text has changed since; `playing`: some are to come. */
  readonly progress: 'old' | 'playing' | 'done';
}

/** A run that was played on another text, to be compared: it is kept nowhere. */
export interface PlayedRecord extends RunRecord {
  /** What the text is called. */
  readonly playedOn: string;
}
