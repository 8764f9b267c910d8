import type { Json } from '../../base/index.ts';

/** One run of one task, as far as it does not depend on time. */
export interface ActivationRecord {
  readonly taskId: string;
  /** Which part of a container it is: `item 2`, `operation 0`, `hook`; empty otherwise. */
  readonly part: string;
  readonly status: string;
  readonly input: Json;
  readonly output: Json;
  /** Of its error. */
  readonly code: string | null;
  readonly retries: number;
}

/** How a run ends. */
export interface RunEnd {
  readonly status: string;
  readonly output: Json;
  readonly code: string | null;
  readonly records: readonly ActivationRecord[];
  /** What its agents have remembered, each input and each answer, in whatever order. */
  readonly said: readonly Json[];
}

/** How a scenario ends; `open`: it depends on what happens first; `hangs`: something never answers, so it does not end. */
export type Prediction =
  | ({ readonly kind: 'ends' } & RunEnd)
  | { readonly kind: 'hangs' }
  | { readonly kind: 'open'; readonly reason: string };

/** Thrown where the end depends on what happens first. */
export class OpenError extends Error {}

/** Thrown where a call never answers. */
export class HangsError extends Error {}
