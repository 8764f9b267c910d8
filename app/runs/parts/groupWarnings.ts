import type { RunView } from '#engine/run';

/** What a run warned of, and how often. */
export interface Warned {
  readonly code: string;
  readonly message: string;
  readonly count: number;
}

/** What a run warned of at one task, each once, in the order in which they first came: a loop warns of the same in each round. */
export function groupWarnings(warnings: RunView['warnings'], taskId: string): readonly Warned[] {
  const found = new Map<string, Warned>();
  for (const { taskId: at, code, message } of warnings) {
    if (at !== taskId) continue;
    const key = `${code} ${message}`;
    found.set(key, { code, message, count: (found.get(key)?.count ?? 0) + 1 });
  }
  return [...found.values()];
}
