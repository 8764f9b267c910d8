import type { ActivationView, EffectView } from '#engine/run';
import { followRun } from '../../session/run/index.ts';

/** Why a call that was cut off was made again. */
export const REPEAT_REASONS = {
  safe: 'it changes nothing outside this device',
  key: 'the other side knows it by its key',
  policy: 'config.repeat or --repeat says so',
  person: 'a person said so',
} as const satisfies Record<NonNullable<EffectView['repeats']>[number]['by'], string>;

/** Whether a call was made again; one that started a run continued that run. */
export function isRepeated({ repeats, child }: Pick<EffectView, 'repeats' | 'child'>): boolean {
  return repeats !== undefined && child === undefined;
}

/** When the calls of a step were made that were made again, and why, in words; null where none was. */
export function describeRepeats({ effects }: Pick<ActivationView, 'effects'>): string | null {
  const lines = effects.filter(isRepeated).map(describeRepeat);
  return lines.length === 0 ? null : lines.join('\n');
}

/** When a call was made, made again and why: its times of day. */
export function describeRepeat({ name, startedAt, repeats = [] }: EffectView): string {
  const again = repeats.map(({ at, by }) => `again at ${timeOf(at)}, since ${REPEAT_REASONS[by]}`);
  return `${name} was made at ${timeOf(startedAt)}, ${again.join(', and ')}`;
}

/** A time of day, to the second. */
export function timeOf(at: number): string {
  return new Date(at).toLocaleTimeString(undefined, { hourCycle: 'h23' });
}

/** A time of day, to the second; with its date where that is another day than `now`. */
export function momentOf(at: number, now = Date.now()): string {
  const date = new Date(at);
  if (date.toDateString() === new Date(now).toDateString()) return timeOf(at);
  const isNear = Math.abs(at - now) < HALF_A_YEAR;
  const day = date.toLocaleDateString(undefined, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(isNear ? {} : { year: 'numeric' }),
  });
  return `${timeOf(at)} on ${day}`;
}

/** Within which a day of a month is that of one year alone, in ms. */
const HALF_A_YEAR = 180 * 24 * 60 * 60 * 1000;

/** A call that no one has decided about, of the step that made it. */
export interface UndecidedCall {
  readonly step: ActivationView;
  readonly effect: EffectView;
}

/** Keys of the calls that were cut off and may have arrived, with their activations. */
const cutOffIn = followRun<ReadonlyMap<string, number>>(
  () => new Map(),
  (before, events) => {
    let keys: Map<string, number> | null = null;
    for (const event of events) {
      if (event.type === 'run.interrupted') {
        keys ??= new Map(before);
        for (const call of event.calls) if (call.hasConsequences) keys.set(call.key, call.activation);
      }
      if (event.type === 'effect.repeated' || event.type === 'effect.completed') {
        if (!(keys ?? before).has(event.key)) continue;
        keys ??= new Map(before);
        keys.delete(event.key);
      }
    }
    return keys ?? before;
  },
);

/** The calls of a run that a person is to decide about, in the order in which they were made. */
export function listUndecided(run: Parameters<typeof cutOffIn>[0]): readonly UndecidedCall[] {
  return [...cutOffIn(run)].flatMap(([key, activation]) => {
    const step = run.view.activations.get(activation);
    const effect = step?.effects.findLast((each) => each.key === key);
    return step === undefined || effect?.cutOffAt === undefined || effect.endedAt !== null ? [] : [{ step, effect }];
  });
}
