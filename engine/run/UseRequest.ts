import type { Json } from '../base/index.ts';
import type { Outcome, RunError } from './Effect.ts';
import type { Activation } from './Run.ts';
import type { Frame } from './roots.ts';

/** What came of the thing a task uses. `retryAfter` in ms, where a provider asked for it. */
export type UseResult =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly error: RunError; readonly retryAfter: number | null };

/** What went wrong with the thing a task uses. */
export type UseFailure = Extract<UseResult, { readonly ok: false }>;

/** A task's wish to run what it uses. */
export interface UseRequest {
  readonly activation: Activation;
  /** Where `config` and `env` are evaluated, and where the result is written. */
  readonly frame: Frame;
  readonly input: Json;
  /** Called once, unless the activation is stopped first. */
  readonly done: (result: UseResult) => void;
}

/** A failure after which nobody asked to wait. */
export function failed(error: RunError): UseFailure {
  return { ok: false, error, retryAfter: null };
}

/** An outcome as the result of what was used. */
export function toUseResult(outcome: Outcome): UseResult {
  return outcome.ok ? { ok: true, value: outcome.value } : outcome;
}

/** Keys whose text is never a template: the code of a JavaScript tool (format.md 3). */
export function verbatimKeys(use: string | null): readonly string[] {
  return use !== null && /^core[:/]javascript(@|$)/.test(use) ? ['code'] : [];
}
