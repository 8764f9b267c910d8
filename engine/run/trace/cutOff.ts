import type { CutOffCall, RunEvent } from './RunEvent.ts';
import type { ActivationView, AttemptView, EffectView } from './RunView.ts';

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
export function repeatEffect(activation: OpenActivation, { key, at, by }: EventOf<'effect.repeated'>): void {
  change(activation, key, (effect) => ({ ...joined(effect, at), repeats: [...(effect.repeats ?? []), { at, by }] }));
}

/** A call that is no longer cut off; the time since then was idle. */
export function joined(effect: EffectView, at: number): EffectView {
  const { cutOffAt, ...rest } = effect;
  return cutOffAt === undefined ? effect : { ...rest, idle: (effect.idle ?? 0) + at - cutOffAt };
}

function change({ effects }: OpenActivation, key: string, by: (effect: EffectView) => EffectView): void {
  const index = effects.findLastIndex((effect) => effect.key === key);
  const effect = effects[index];
  if (effect !== undefined) effects[index] = by(effect);
}
