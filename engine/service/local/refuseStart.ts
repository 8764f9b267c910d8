import type { ServiceRefusal } from '../RunService.ts';

/** Why no run is started while as many wait as may. */
export function refuseFull(queue: number): ServiceRefusal {
  return { type: 'full', message: `${queue} runs wait for their turn already. Try again later.` };
}

/** Why no run is started with what can be no id. */
export function refuseId(id: string): ServiceRefusal {
  const message = `The id of a run has letters, digits, dots, hyphens and underscores, at most 128, and begins with one of the first two: not “${id.slice(0, 200)}”.`;
  return { type: 'invalid', message, error: { code: 'VALIDATION_ERROR', message, details: { type: 'run.id' } } };
}
