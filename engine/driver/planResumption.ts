import { decideRepeat, type RepeatDecision, type RepeatPolicy } from '../effects/index.ts';
import {
  type Call,
  hasConsequences,
  type InterruptionCause,
  type Outcome,
  pauseReason,
  sentAt,
  startsRun,
  UNKNOWN_EFFECT,
} from '../run/index.ts';
import type { RunInputDraft } from './RunInputDraft.ts';
import type { TrackedRun } from './TrackedRun.ts';

export type { RepeatPolicy };

/** How a host continues a run. */
export interface ResumptionOptions {
  readonly cause: Exclude<InterruptionCause, 'closed'>;
  /** That of the run: `config.repeat` of a tool or an agent goes before it. */
  readonly policy: RepeatPolicy;
  /** True where a call of `core:workflow` continues the run it has started. */
  readonly continuesRuns: boolean;
}

/** What a host feeds a run that it continues, and what becomes of its calls. */
export interface Resumption {
  /** Fed before anything else, in this order. Each `effect.repeated` makes one of `again` once more. */
  readonly inputs: readonly RunInputDraft[];
  /** By key. */
  readonly again: ReadonlyMap<string, Call>;
  /** Calls that wait for a decision, by key, in order: the run is paused until there is one for each. */
  readonly asked: ReadonlyMap<string, Call>;
  /** Calls that were never made. */
  readonly unsent: readonly Call[];
}

/** Decides what becomes of the calls that were under way when a run, which has not ended, was interrupted. Changes nothing. */
export function planResumption(tracked: TrackedRun, options: ResumptionOptions): Resumption {
  const inputs: RunInputDraft[] = [];
  const again = new Map<string, Call>();
  const asked = new Map<string, Call>();
  const unsent: Call[] = [];
  const { calls } = tracked.pending;
  for (const { call, isIntended } of calls) {
    const { key } = call;
    const decision = isIntended ? decide(call, options) : hasConsequences(call) ? 'unsent' : 'safe';
    if (decision === 'unsent') unsent.push(call);
    else if (decision === 'ask') asked.set(key, call);
    else if (decision === 'no') inputs.push(giveUp(tracked, call));
    else {
      again.set(key, call);
      inputs.push({ type: 'effect.repeated', key, by: decision });
    }
  }
  const paused = pauseReason(tracked.run);
  const hasSent = calls.some(({ call, isIntended }) => isIntended && !startsRun(call));
  const isClosed = paused !== null && (paused === 'interrupted' || !hasSent);
  const cause = options.cause === 'lost' && isClosed ? 'closed' : options.cause;
  inputs.unshift({ type: 'run.interrupted', since: tracked.lastAt, cause });
  if (asked.size > 0) inputs.push({ type: 'run.paused', reason: 'interrupted' });
  else inputs.push(...resumeDecided(tracked));
  return { inputs, again, asked, unsent };
}

/** What a run is fed where each of its calls that would be asked about is decided. */
function resumeDecided({ run }: TrackedRun): readonly RunInputDraft[] {
  return pauseReason(run) === 'interrupted' ? [{ type: 'run.resumed' }] : [];
}

/** What a run is fed in place of an outcome of a call that is not made again. */
export function giveUp({ run, lastAt }: TrackedRun, { key }: Call): RunInputDraft {
  return { type: 'effect.completed', key, outcome: unknownOutcome(sentAt(run, key) ?? lastAt) };
}

function decide(call: Call, { policy, continuesRuns }: ResumptionOptions): RepeatDecision {
  return continuesRuns && startsRun(call) ? 'safe' : decideRepeat(call, policy);
}

function unknownOutcome(at: number): Outcome {
  const sent = new Date(at).toISOString();
  const message = `It is not known whether this call arrived: it was made at ${sent}, the run was interrupted before an answer came, and it was not made again. Look at the other side before you run this again.`;
  const details = { type: UNKNOWN_EFFECT, reason: 'interrupted', sent_at: sent };
  return { ok: false, error: { code: 'EXECUTION_ERROR', message, details }, retryAfter: null };
}
