import type { Workflow } from '#engine/model';
import type { ResourceItem } from './ResourceRow.tsx';

/** What a workflow defines, in document order, each with a short description. */
export function listResources({ agents, tools, memory }: Workflow): readonly ResourceItem[] {
  return [
    ...agents.map(({ id, use, config, actions, import: path }): ResourceItem => {
      if (path !== null && use === null) return { kind: 'agent', id, detail: path };
      const model = config?.get('model');
      const what = typeof model === 'string' ? model : (use?.text ?? 'no implementation');
      return { kind: 'agent', id, detail: `${what} · ${count(actions.length, 'action')}` };
    }),
    ...tools.map(
      ({ id, use, import: path }): ResourceItem => ({
        kind: 'tool',
        id,
        detail: use?.text ?? path ?? 'no implementation',
      }),
    ),
    ...(memory ? [{ kind: 'memory' as const, id: memory.id, detail: 'of the workflow' }] : []),
  ];
}

function count(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`;
}
