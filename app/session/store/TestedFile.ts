import type { EngineWorker } from '#engine/worker';

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
