import type { ActivationView, RunView } from '#engine/run';

/** The step of the item that a step ran for: itself, or the nearest around it; undefined where it ran for none. */
export function itemOf(activations: RunView['activations'], step: ActivationView): ActivationView | undefined {
  let at: ActivationView | undefined = step;
  while (at !== undefined && at.operation?.kind !== 'item') at = activations.get(at.parent ?? -1);
  return at;
}
