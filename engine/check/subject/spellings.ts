/** Keys as other tools write them, and how this format does, by the kind of map they are in: those on which nothing that runs depends. */
const SPELLINGS: Readonly<Record<'document' | 'task', Readonly<Record<string, string>>>> = {
  document: { title: 'name', variables: 'env', vars: 'env', environment: 'env' },
  task: { label: 'name', title: 'name' },
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
  return typeof last === 'number' && list === 'tasks' ? 'task' : undefined;
}
