import type { Json } from '../../base/index.ts';
import type { Position } from '../../text/index.ts';
import type { Failure } from '../judge/Verdict.ts';
import type { DatasetCase } from './readRows.ts';

/** The result of a dataset: a cell for each row under each variant. Plain data. */
export interface Grid {
  readonly name: string;
  /** Where the test is in its file; lines and columns from 1. */
  readonly at: Position;
  readonly cases: readonly DatasetCase[];
  readonly variants: readonly string[];
  /** Names of the scores, with what the mean of each variant must be at least. */
  readonly scores: readonly { readonly name: string; readonly least: number | null }[];
  /** Row by row, and in each of them variant by variant. Those that were not played are omitted. */
  readonly cells: readonly GridCell[];
  /** In the order of the variants. */
  readonly summaries: readonly VariantSummary[];
}

/** One row under one variant. */
export interface GridCell {
  /** Its place among the rows, and among the variants. */
  readonly case: number;
  readonly variant: number;
  readonly passed: boolean;
  /** How its run ended; `running` where it was stopped. */
  readonly status: string;
  readonly output: Json;
  /** By name, as of {@link Grid.scores}. */
  readonly scores: Readonly<Record<string, CellScore>>;
  readonly usage: CellUsage;
  /** What its judges used. */
  readonly judging: CellUsage;
  /** ms: of virtual time, in which answers that were asked for take as long as they did. */
  readonly duration: number;
  readonly steps: number;
  /** How many calls were asked for real this time. */
  readonly asked: number;
  /** All that is not as expected; empty where it passed. */
  readonly failures: readonly Failure[];
}

/** What a run is worth; null where that could not be told, and why. */
export interface CellScore {
  readonly value: number | null;
  /** What the judge says, or what went wrong; empty: nothing. */
  readonly why: string;
}

/** What models used. */
export interface CellUsage {
  readonly tokens: number;
  /** In the currency of the prices; null where no price is known. */
  readonly cost: number | null;
}

/** All cells of one variant. */
export interface VariantSummary {
  readonly variant: string;
  readonly passed: number;
  readonly failed: number;
  /** The mean of each score, of the cells that have it; null where none has. */
  readonly scores: Readonly<Record<string, number | null>>;
  readonly usage: CellUsage;
  readonly judging: CellUsage;
  /** ms of virtual time, of all its cells. */
  readonly duration: number;
  readonly asked: number;
}

/** A score that a variant does not come to. */
export interface PoorScore {
  readonly variant: string;
  readonly score: string;
  readonly mean: number | null;
  readonly least: number;
}

/** The result of each variant, in their order. */
export function summarizeCells({ variants, scores, cells }: Omit<Grid, 'summaries'>): readonly VariantSummary[] {
  return variants.map((variant, index) => {
    const own = cells.filter((cell) => cell.variant === index);
    const passed = own.filter((cell) => cell.passed).length;
    const means = scores.map(
      ({ name }) => [name, meanOf(own.flatMap((cell) => cell.scores[name]?.value ?? []))] as const,
    );
    return {
      variant,
      passed,
      failed: own.length - passed,
      scores: Object.fromEntries(means),
      usage: sumUsage(own.map(({ usage }) => usage)),
      judging: sumUsage(own.map(({ judging }) => judging)),
      duration: own.reduce((sum, cell) => sum + cell.duration, 0),
      asked: own.reduce((sum, cell) => sum + cell.asked, 0),
    };
  });
}

/** The scores whose mean is too low, or that no cell of a variant has. */
export function poorScores({ scores, summaries }: Grid): readonly PoorScore[] {
  return scores.flatMap(({ name, least }) =>
    summaries.flatMap(({ variant, scores: means }) => {
      const mean = means[name] ?? null;
      return least === null || (mean !== null && mean >= least) ? [] : [{ variant, score: name, mean, least }];
    }),
  );
}

/** The sum of what models used; its cost is that of those that have one. */
export function sumUsage(usages: readonly CellUsage[]): CellUsage {
  const costs = usages.flatMap(({ cost }) => cost ?? []);
  const cost = costs.reduce((sum, each) => sum + each, 0);
  return {
    tokens: usages.reduce((sum, { tokens }) => sum + tokens, 0),
    cost: costs.length === 0 ? null : roundCost(cost),
  };
}

/** Without the rounding error of sums of fractions. */
export function roundCost(cost: number): number {
  return Number(cost.toPrecision(9));
}

function meanOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return Number((values.reduce((sum, value) => sum + value, 0) / values.length).toPrecision(9));
}
