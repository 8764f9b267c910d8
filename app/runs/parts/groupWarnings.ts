import { type RunView, tellWarning } from '#engine/run';

/** What a run warned of, and how often. */
export interface Warned {
  readonly code: string;
  readonly message: string;
  readonly count: number;
}

/** What a run warned of at one task, each once, in the order in which they first came: a loop warns of the same in each round. */
export function groupWarnings(view: Pick<RunView, 'warnings' | 'input' | 'tasks'>, taskId: string): readonly Warned[] {
  const found = new Map<string, Warned>();
  for (const warning of view.warnings) {
    if (warning.taskId !== taskId) continue;
    const { code } = warning;
    const message = tellWarning(warning, view);
    const key = `${code} ${message}`;
    found.set(key, { code, message, count: (found.get(key)?.count ?? 0) + 1 });
  }
  return [...found.values()];
}
