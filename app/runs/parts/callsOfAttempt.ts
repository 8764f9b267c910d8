import type { ActivationView, EffectView } from '#engine/run';

/** The calls of one attempt of a step; null: of all. The key of a call has the number of its attempt after the step's. */
export function callsOfAttempt(
  { effects, taskId, activation }: Pick<ActivationView, 'effects' | 'taskId' | 'activation'>,
  attempt: number | null,
): readonly EffectView[] {
  if (attempt === null) return effects;
  const place = `/${taskId}/${activation}/`;
  return effects.filter(({ key }) => {
    const at = key.lastIndexOf(place);
    return at >= 0 && Number.parseInt(key.slice(at + place.length), 10) === attempt;
  });
}
