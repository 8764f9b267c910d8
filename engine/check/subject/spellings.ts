/** Keys as other tools write them, and how this format does, by the kind of map they are in. */
const SPELLINGS: Readonly<
  Record<'document' | 'task' | 'handler' | 'agent' | 'tool', Readonly<Record<string, string>>>
> = {
  document: { steps: 'tasks', jobs: 'tasks', nodes: 'tasks', title: 'name', variables: 'env', output: 'outputs' },
  task: {
    steps: 'tasks',
    uses: 'use',
    params: 'with',
    args: 'with',
    arguments: 'with',
    inputs: 'with',
    input: 'with',
    label: 'name',
    title: 'name',
    retries: 'retry',
    on_failure: 'on_error',
    on_fail: 'on_error',
    catch: 'on_error',
    on_done: 'on_success',
    on_finish: 'on_complete',
    finally: 'on_complete',
  },
  handler: {
    goto: 'next',
    to: 'next',
    target: 'next',
    params: 'with',
    args: 'with',
    data: 'with',
    input: 'with',
  },
  agent: { uses: 'use', settings: 'config', system: 'instructions', prompt: 'instructions' },
  tool: { uses: 'use', settings: 'config' },
};

/** The key that is meant at a place by one the format does not have there; undefined when no other tool's is known. */
export function findSpelling(path: readonly (string | number)[]): string | undefined {
  const key = String(path.at(-1));
  const kind = kindOf(path.slice(0, -1));
  if (kind === undefined || !Object.hasOwn(SPELLINGS[kind], key)) return undefined;
  return SPELLINGS[kind][key];
}

function kindOf(path: readonly (string | number)[]): keyof typeof SPELLINGS | undefined {
  const [last, list] = [path.at(-1), path.at(-2)];
  if (last === undefined) return 'document';
  if (typeof last === 'string') return /^on_|^default$/.test(last) || list === 'routes' ? 'handler' : undefined;
  return list === 'tasks' ? 'task' : list === 'agents' ? 'agent' : list === 'tools' ? 'tool' : undefined;
}
