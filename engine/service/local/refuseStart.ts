import type { CountRefusal } from '../RefusedBy.ts';
import type { ServiceRefusal } from '../RunService.ts';
import type { Dispatcher } from './Dispatcher.ts';
import type { ServiceSettings } from './ServiceSettings.ts';

/** Why a run of a workflow cannot be queued, which is counted; null where it can, or begins at once. */
export function refuseQueue(
  workflow: string,
  {
    dispatcher,
    settings,
    countRefusal,
  }: { readonly dispatcher: Dispatcher; readonly settings: ServiceSettings; readonly countRefusal: CountRefusal },
): ServiceRefusal | null {
  if (dispatcher.hasRoom(workflow)) return null;
  const code = 'QUEUE_FULL';
  if (dispatcher.queued >= settings.queue) {
    countRefusal({ rule: 'queue', code });
    return refuseFull(settings.queue);
  }
  const rule = dispatcher.fullRule(workflow);
  if (rule === null) return null;
  countRefusal({ rule: 'limits.queue', name: rule.workflow, code });
  return refuseFull(rule.queue ?? 0, rule.workflow);
}

/** The queue is full: that of all runs, or that of a rule by its pattern. */
export function refuseFull(queue: number, rule: string | null = null): ServiceRefusal {
  const which = rule === null ? '' : ` under the limit for “${rule}”`;
  return { type: 'full', message: `${queue} runs wait for their turn${which} already. Try again later.` };
}

/** Why no run is started with what can be no id. */
export function refuseId(id: string): ServiceRefusal {
  const message = `The id of a run has letters, digits, dots, hyphens and underscores, at most 128, and begins with one of the first two: not “${id.slice(0, 200)}”.`;
  return { type: 'invalid', message, error: { code: 'VALIDATION_ERROR', message, details: { type: 'run.id' } } };
}
