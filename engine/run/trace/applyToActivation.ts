import { assertNever } from '../../base/index.ts';
import type { UsageView } from '../contract/RunInput.ts';
import type { CutOffCall, RunEvent } from './RunEvent.ts';
import type { ActivationView, AttemptView, EffectView } from './RunView.ts';
import { replaceUsage, sumUsage, toUsage } from './toUsage.ts';

/** The events that change one activation after it began. */
export type ActivationEvent = EventOf<
  | 'task.attempt'
  | 'task.retrying'
  | 'task.waiting'
  | 'task.progress'
  | 'task.succeeded'
  | 'task.failed'
  | 'task.cancelled'
  | 'effect.requested'
  | 'effect.completed'
  | 'effect.repeated'
  | 'child.reported'
  | 'value.edited'
  | 'message.edited'
  | 'wait.skipped'
>;

/** Applies one event to the open copy of its activation, in place. */
export function applyToActivation(activation: OpenActivation, event: ActivationEvent): void {
  switch (event.type) {
    case 'task.attempt':
      activation.status = 'running';
      activation.until = null;
      activation.attempts.push({ attempt: event.attempt, startedAt: event.at, endedAt: null, error: null });
      return;
    case 'task.retrying':
      activation.status = 'retrying';
      activation.error = null;
      activation.until = event.until;
      if (activation.awaits !== undefined) delete activation.awaits;
      activation.retryCount = event.attempt - 1;
      endAttempt(activation, event.at, event.error);
      return;
    case 'task.waiting':
      activation.status = 'waiting';
      activation.until = event.until;
      awaitSignal(activation, event);
      return;
    case 'task.progress':
      activation.progress = { done: event.done, total: event.total, failed: event.failed };
      return;
    case 'task.succeeded':
      end(activation, event, 'success');
      activation.error = null;
      activation.output = event.output;
      activation.simulated = event.simulated;
      activation.pinned = event.pinned ?? null;
      return;
    case 'task.failed':
      end(activation, event, 'error');
      activation.output = event.output;
      activation.error = event.error;
      activation.pinned = event.pinned ?? null;
      return;
    case 'task.cancelled':
      end(activation, event, 'cancelled');
      return;
    case 'value.edited':
      if (event.target === 'output') activation.output = event.value;
      else activation.input = event.value;
      activation.isEdited = true;
      return;
    case 'message.edited':
      withdraw(activation, event);
      activation.isEdited = true;
      return;
    case 'wait.skipped':
      activation.isHurried = true;
      return;
    case 'effect.requested':
      activation.effects.push(toEffectView(event));
      return;
    case 'effect.completed':
      completeEffect(activation, event);
      return;
    case 'effect.repeated':
      repeatEffect(activation, event);
      return;
    case 'child.reported':
      reportChild(activation, event);
      return;
    default:
      assertNever(event);
  }
}

/** The request that was withdrawn is not one that the step made. */
function withdraw({ effects }: OpenActivation, { key }: EventOf<'message.edited'>): void {
  const index = effects.findLastIndex((effect) => effect.key === key);
  if (index !== -1) effects.splice(index, 1);
}

const SIGNAL = 'signal ';

function awaitSignal(activation: OpenActivation, event: EventOf<'task.waiting'>): void {
  const { reason, at, title, description } = event;
  if (!reason.startsWith(SIGNAL)) return;
  activation.awaits = {
    signal: reason.slice(SIGNAL.length),
    since: at,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
  };
}

function end(
  activation: OpenActivation,
  event: EventOf<'task.succeeded' | 'task.failed' | 'task.cancelled'>,
  status: 'success' | 'error' | 'cancelled',
): void {
  activation.status = status;
  activation.endedAt = event.at;
  activation.until = null;
  if (activation.awaits !== undefined) delete activation.awaits;
  // A retry that was pending when the task was cancelled was never made.
  activation.retryCount = Math.max(0, activation.attempts.length - 1);
  endAttempt(activation, event.at, event.type === 'task.failed' ? event.error : null);
  activation.effects = activation.effects.map((effect) =>
    effect.endedAt === null ? { ...joined(effect, event.at), endedAt: event.at } : effect,
  );
}

function endAttempt(activation: OpenActivation, at: number, error: AttemptView['error']): void {
  const last = activation.attempts.at(-1);
  if (last === undefined || last.endedAt !== null) return;
  activation.attempts[activation.attempts.length - 1] = { ...last, endedAt: at, error };
}

function toEffectView(event: EventOf<'effect.requested'>): EffectView {
  const { key, kind, name, request } = event;
  return {
    key,
    kind,
    name,
    request,
    response: null,
    error: null,
    simulated: false,
    startedAt: event.at,
    endedAt: null,
  };
}

function completeEffect(activation: OpenActivation, event: EventOf<'effect.completed'>): void {
  // Calls in flight are near the end, so a search from there is short however many came before.
  const index = activation.effects.findLastIndex((effect) => effect.key === event.key);
  const effect = activation.effects[index];
  if (effect === undefined) return;
  const { response, error, simulated } = event;
  const usage = effect.kind === 'model' && error === null ? toUsage(event) : null;
  activation.effects[index] = {
    ...joined(effect, event.at),
    response,
    error,
    simulated,
    endedAt: event.at,
    ...(usage === null ? {} : { usage }),
  };
  if (usage !== null) activation.usage = sumUsage(activation.usage, usage);
  if (simulated) activation.simulated = true;
}

function reportChild(activation: OpenActivation, event: EventOf<'child.reported'>): void {
  const index = activation.effects.findLastIndex((effect) => effect.key === event.key);
  const effect = activation.effects[index];
  if (effect === undefined) return;
  const { usage, ...child } = event.child;
  const before = usageBefore(effect, event);
  const { usage: _, ...call } = effect;
  const used = usage ?? before;
  activation.effects[index] = { ...call, child, ...(used === undefined ? {} : { usage: used }) };
  if (usage !== undefined) activation.usage = replaceUsage(activation.usage, before, usage);
}

/** What was counted already of the usage that an event reports. */
export function usageBefore(
  effect: EffectView | undefined,
  event: EventOf<'effect.completed' | 'child.reported'>,
): UsageView | undefined {
  // In a fork the call is made again and starts another run: both count.
  const isOther = event.type === 'child.reported' && effect?.child?.runId !== event.child.runId;
  return isOther ? undefined : effect?.usage;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** An activation's view while a batch is folded into it. */
export type OpenActivation = Mutable<Omit<ActivationView, 'attempts' | 'effects'>> & {
  attempts: AttemptView[];
  effects: EffectView[];
};

/** The events of one type, or of several. */
export type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { readonly type: Type }>;

/** Applies an interruption to a call that was under way. */
export function cutOff(activation: OpenActivation, event: EventOf<'run.interrupted'>, call: CutOffCall): void {
  change(activation, call.key, (effect) => {
    // Asked about before, and interrupted again.
    if (effect.cutOffAt !== undefined) return effect;
    if (call.hasConsequences) return { ...effect, cutOffAt: event.since };
    return { ...effect, idle: (effect.idle ?? 0) + event.at - event.since };
  });
}

/** Applies that a call is made once more. */
function repeatEffect(activation: OpenActivation, { key, at, by }: EventOf<'effect.repeated'>): void {
  change(activation, key, (effect) => ({ ...joined(effect, at), repeats: [...(effect.repeats ?? []), { at, by }] }));
}

/** A call that is no longer cut off; the time since then was idle. */
function joined(effect: EffectView, at: number): EffectView {
  const { cutOffAt, ...rest } = effect;
  return cutOffAt === undefined ? effect : { ...rest, idle: (effect.idle ?? 0) + at - cutOffAt };
}

function change({ effects }: OpenActivation, key: string, by: (effect: EffectView) => EffectView): void {
  const index = effects.findLastIndex((effect) => effect.key === key);
  const effect = effects[index];
  if (effect !== undefined) effects[index] = by(effect);
}
