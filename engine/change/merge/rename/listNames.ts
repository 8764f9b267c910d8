import type { ResourceName } from '../../../edit/index.ts';
import type { Analysis } from '../../../graph/index.ts';
import { matchParts } from '../../match/matchParts.ts';

/** What has another name in a later text. */
export interface NameChange {
  readonly kind: 'task' | ResourceName['kind'];
  /** Of an action: its agent, as the earlier text calls it. */
  readonly agent?: string;
  readonly from: string;
  readonly to: string;
}

/** What a text calls something else than the text before it: tasks, agents, tools, actions and the memory. */
export function listNames(before: Analysis, after: Analysis): readonly NameChange[] {
  const { tasks, agents, tools, actions } = matchParts(before, after);
  const owners = new Map(before.workflow.agents.flatMap((agent) => agent.actions.map((action) => [action, agent.id])));
  const memory = { before: before.workflow.memory, after: after.workflow.memory };
  const changes = [
    // Before their agents, which they are told by.
    ...actions.pairs.map((pair) => {
      const agent = owners.get(pair.before) ?? '';
      return { kind: 'action' as const, agent, from: pair.before.id, to: pair.after.id };
    }),
    ...tasks.pairs.map((pair) => ({ kind: 'task' as const, from: pair.before.id, to: pair.after.id })),
    ...agents.pairs.map((pair) => ({ kind: 'agent' as const, from: pair.before.id, to: pair.after.id })),
    ...tools.pairs.map((pair) => ({ kind: 'tool' as const, from: pair.before.id, to: pair.after.id })),
    ...(memory.before && memory.after
      ? [{ kind: 'memory' as const, from: memory.before.id, to: memory.after.id }]
      : []),
  ];
  return changes.filter(({ from, to }) => from !== to && from !== '' && to !== '');
}

/** What tells a name from all others: two kinds may have the same. */
export function nameKey({ kind, agent }: Pick<NameChange, 'kind' | 'agent'>, name: string): string {
  return JSON.stringify([kind, agent ?? '', name]);
}
