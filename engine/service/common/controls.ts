import { isJsonObject, type Json } from '../../base/index.ts';
import { describeCall, type Vault } from '../../effects/index.ts';
import type { AskedCall, RunInputDraft } from '../../hosts/node/index.ts';
import type { PausedView, RunError } from '../../run/index.ts';
import type { RunControl, ServedRun, ServiceRefusal } from '../RunService.ts';
import { masked } from './masked.ts';

/** What a run is told of a control. How it is resumed depends on why it is paused. */
export function toDraft(control: Exclude<RunControl, { readonly type: 'resume' }>): RunInputDraft {
  switch (control.type) {
    case 'signal':
      return { type: 'signal.received', name: control.name, payload: control.payload };
    case 'skip':
      return { type: 'wait.skipped', activation: control.activation };
    case 'pause':
      return { type: 'run.paused', reason: 'asked' };
    case 'cancel':
      return { type: 'run.cancelled' };
  }
}

/** An input with placeholders for the secrets in the payload of a signal. */
export function conceal(draft: RunInputDraft, vault: Pick<Vault, 'conceal'>): RunInputDraft {
  return draft.type === 'signal.received' ? { ...draft, payload: vault.conceal(draft.payload) } : draft;
}

/** What is answered to who sent a signal that is not taken, and what its run is told. */
export interface RefusedSignal {
  readonly refusal: ServiceRefusal;
  readonly told: RunInputDraft;
}

/** A signal is not taken, for an error with what was sent. */
export function refuseSignal(name: string, unfit: RunError, vault: Pick<Vault, 'mask' | 'conceal'>): RefusedSignal {
  const error = masked(unfit, vault.mask);
  return {
    refusal: { type: 'invalid', message: error.message, error },
    told: { type: 'signal.refused', name, error: masked(unfit, vault.conceal) },
  };
}

/** A run that has ended takes no control. */
export function refuseEnded(runId: string): ServiceRefusal {
  return { type: 'ended', message: `The run ${runId} has ended.` };
}

/** A run takes no control before it is decided whether calls that were cut off are made again. */
export function refuseUndecided({ id, paused }: Pick<ServedRun, 'id' | 'paused'>): ServiceRefusal {
  return { type: 'undecided', message: `The run ${id} is paused. ${paused ?? ''}`.trimEnd() };
}

/** Why a run that another one has started is not paused, resumed, cancelled or removed itself; `root`: the outermost one. */
export function refuseInside(runId: string, root: string): ServiceRefusal {
  return {
    type: 'inside',
    message: `The run ${runId} is part of the run ${root}: pause, resume, cancel or remove that one.`,
  };
}

/** How deep a payload may be nested: as deep as an input may. */
const DEEPEST = 256;

/** Why a payload cannot be sent; null where it can. */
export function refusePayload(payload: Json): ServiceRefusal | null {
  if (!isDeeper(payload, DEEPEST)) return null;
  const message = `The payload is nested over ${DEEPEST} levels deep. Use a flatter one.`;
  const error = { code: 'VALIDATION_ERROR', message, details: { type: 'input.depth', reason: message } };
  return { type: 'invalid', message, error };
}

function isDeeper(value: Json, levels: number): boolean {
  const inside = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
  return inside.length > 0 && (levels === 0 || inside.some((each) => isDeeper(each, levels - 1)));
}

/** How many calls a sentence names. */
const MOST_NAMED = 5;

/** Why a run is paused, in words; `undecided`: the calls that no one has decided about. */
export function explainPaused(
  { reason, missing }: Pick<PausedView, 'reason' | 'missing'>,
  undecided: readonly AskedCall[],
): string {
  switch (reason) {
    case 'asked':
      return 'It was paused on request.';
    case 'budget':
      return 'Its models have used up its budget.';
    case 'storage':
      return 'Its journal could not be written.';
    case 'interrupted':
      return explainUndecided(undecided);
    case 'missing':
      return missing?.message ?? 'Something that it needs is missing here.';
    case 'parent':
      return 'The run that started it is paused.';
    case 'child':
      return 'A run that it started has stopped.';
    case 'error':
      return 'It stopped when a task failed.';
    default:
      return 'It stopped at a breakpoint.';
  }
}

function explainUndecided(undecided: readonly AskedCall[]): string {
  const named = undecided.slice(0, MOST_NAMED).map(({ call, sentAt }) => {
    return `${describeCall(call)} (task ${call.taskId}, made at ${new Date(sentAt).toISOString()})`;
  });
  const more = undecided.length > named.length ? ` and ${undecided.length - named.length} more` : '';
  const calls = undecided.length === 0 ? 'Calls' : `${named.join('; ')}${more}`;
  return `${calls} may have arrived before the run was cut off. Look there, then resume it and say whether they are made again: repeat yes or no.`;
}
