import type { SessionState } from '../session/index.ts';

/** Something that can be moved to a separate file. */
interface Definition {
  readonly kind: 'task' | 'agent' | 'tool';
  readonly id: string;
}

/** The one task, agent or tool that is selected; null where nothing is, or several, or something else. */
export function selectedDefinition({
  document: {
    selection: { tasks, resource },
  },
}: SessionState): Definition | null {
  const [id] = tasks;
  if (id !== undefined && tasks.size === 1) return { kind: 'task', id };
  return resource?.kind === 'agent' || resource?.kind === 'tool' ? { kind: resource.kind, id: resource.id } : null;
}
