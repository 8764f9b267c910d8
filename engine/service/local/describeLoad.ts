import type { ServiceLoad, WorkflowLoad } from '../ServiceLoad.ts';
import type { Dispatcher } from './Dispatcher.ts';
import type { RunIndex } from './rows/RunIndex.ts';
import type { RunRow } from './rows/RunRow.ts';
import type { ServiceSettings } from './ServiceSettings.ts';

/** What the load of a service is read from. */
interface LoadParts {
  readonly index: RunIndex;
  readonly dispatcher: Dispatcher;
  readonly settings: ServiceSettings;
  /** How many starts of each workflow were refused, since there was no room in the queue. */
  readonly refused: Iterable<readonly [workflow: string, count: number]>;
}

const NONE = { active: 0, queued: 0, waiting: 0, paused: 0, refused: 0 } as const;

/** What a service allows its runs, and how much of that is taken now. */
export function describeLoad({ index, dispatcher, settings, refused }: LoadParts): ServiceLoad {
  const loads = new Map<string, WorkflowLoad>();
  const add = (workflow: string, key: keyof typeof NONE, count: number): void => {
    const load = loads.get(workflow) ?? { workflow, ...NONE };
    loads.set(workflow, { ...load, [key]: load[key] + count });
  };
  for (const row of index.unfinished()) add(row.workflow, stateOf(row, dispatcher), 1);
  for (const [workflow, count] of refused) add(workflow, 'refused', count);
  const workflows = [...loads.values()].sort((a, b) => (a.workflow < b.workflow ? -1 : 1));
  const rules = settings.rules.map((rule) => {
    const own = workflows.filter(({ workflow }) => dispatcher.rules.find(workflow) === rule);
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
