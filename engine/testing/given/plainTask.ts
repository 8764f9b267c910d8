import type { Task } from '../../model/index.ts';

/** A task as one is read that has an id and a type alone. */
export function plainTask(id: string, type: 'basic' | 'composite' = 'basic'): Task {
  const base = {
    id,
    name: null,
    use: null,
    import: null,
    action: null,
    with: null,
    env: null,
    join: null,
    isDisabled: false,
    inputSchema: null,
    outputSchema: null,
    retry: null,
    handlers: [],
    path: [],
  };
  if (type === 'basic') return { ...base, type, config: { timeout: null } };
  return { ...base, type, config: { errorHandling: null, timeout: null }, tasks: [] };
}
