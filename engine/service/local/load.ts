import type { ServiceLoad, ServiceRefusal, WorkflowLoad } from '../RunService.ts';
import type { Dispatcher } from './Dispatcher.ts';
import type { StateParts } from './DispatcherParts.ts';
import type { RunRow } from './rows/RunRow.ts';

/** What a local service works with. */
export interface LocalParts extends StateParts {
  readonly dispatcher: Dispatcher;
}

const NONE = { active: 0, queued: 0, waiting: 0, paused: 0, refused: 0 } as const;

/** What a service allows its runs, and how much of that is taken now. */
export function describeLoad(
  { index, dispatcher, settings }: LocalParts,
  /** How many starts of each workflow were refused, since there was no room in the queue. */
  refused: Iterable<readonly [workflow: string, count: number]>,
): ServiceLoad {
  const loads = new Map<string, WorkflowLoad>();
  const add = (workflow: string, key: keyof typeof NONE, count: number): void => {
    const load = loads.get(workflow) ?? { workflow, ...NONE };
    loads.set(workflow, { ...load, [key]: load[key] + count });
  };
  for (const row of index.unfinished()) add(row.workflow, stateOf(row, dispatcher), 1);
  for (const [workflow, count] of refused) add(workflow, 'refused', count);
  const workflows = [...loads.values()].sort((a, b) => (a.workflow < b.workflow ? -1 : 1));
  const rules = settings.rules.list.map((rule) => {
    const own = workflows.filter(({ workflow }) => settings.rules.find(workflow) === rule);
    return { rule, active: sum(own, 'active'), queued: sum(own, 'queued') };
  });
  const most = { active: settings.active, queued: settings.queue };
  return { most, active: dispatcher.active, queued: dispatcher.queued, workflows, rules, keep: settings.keep };
}

function stateOf(row: RunRow, dispatcher: Dispatcher): 'active' | 'queued' | 'waiting' | 'paused' {
  if (dispatcher.isQueued(row.id)) return 'queued';
  if (dispatcher.live(row.id)?.isIdle === false) return 'active';
  return dispatcher.present(row).status === 'paused' ? 'paused' : 'waiting';
}

function sum(loads: readonly WorkflowLoad[], key: 'active' | 'queued'): number {
  return loads.reduce((total, load) => total + load[key], 0);
}

/** Why a run of a workflow cannot be queued, which is counted; null where it can, or begins at once. */
export function refuseQueue(
  workflow: string,
  { dispatcher, settings, countRefusal }: LocalParts,
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
