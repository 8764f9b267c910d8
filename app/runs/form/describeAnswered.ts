import type { ActivationView } from '#engine/run';

/** Says in a form of an answer why there is nothing to answer any more: how the step ended while the form was open. */
export function describeAnswered({ status }: Pick<ActivationView, 'status'>, name: string): string {
  if (status === 'success') return `${name} was answered, and the run continues.`;
  if (status === 'error') return `${name} waited as long as it may: an answer no longer changes anything.`;
  return `${name} was ended: an answer no longer changes anything.`;
}
