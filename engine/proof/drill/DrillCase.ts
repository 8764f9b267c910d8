import type { Analysis } from '../../graph/index.ts';
import type { Findings, TestCase } from '../../testFile/index.ts';
import type { DrillVerdict, Fault } from './Fault.ts';
import type { PlayedDrill } from './PlayedDrill.ts';

/** What a run with a fault is worth: why, in a sentence, and the event that shows it. */
export interface DrillJudgement {
  readonly verdict: DrillVerdict;
  readonly why: string;
  /** Index in the events of the run. */
  readonly step: number;
}

/** What a run is judged by. */
export interface DrillCase {
  readonly analysis: Analysis;
  /** Tests of the same workflow: one that expects an error says that it is wanted. */
  readonly tests: readonly TestCase[];
  readonly fault: Fault;
  /** The run without the fault. */
  readonly usual: PlayedDrill;
  readonly run: PlayedDrill;
  /** Variables that are secret. */
  readonly secrets: ReadonlySet<string>;
  /** What the run is given. */
  readonly test: TestCase;
  /** The test of the run with what it expects; null: nothing is expected of it. */
  readonly promised: { readonly test: TestCase; readonly findings: Findings } | null;
  /** The same, where the tool of an agent that the fault strikes fails in this test by itself; null: it foresees no failure. */
  readonly foreseen: { readonly test: TestCase; readonly findings: Findings } | null;
}
