import type { Path } from '../../text/index.ts';

/** The lists of a document that hold definitions which may be imported. */
export type ListName = 'tasks' | 'agents' | 'tools';

/**
 * What a place of the format does with names.
 *
 * - `id`: defines one; of an action, `agent` is the path of its agent.
 * - `task`: names a task, or `end`.
 * - `use`: names an agent, a tool, a built-in or a package; `isPart` for the `package` of its long form.
 * - `action`: names an action of what the task uses.
 * - `agentTool`: names a tool of the workflow, unless it brings its own `use`.
 * - `import`: names a file or a package, and in it a definition of `list`.
 */
export type ValueRole =
  | { readonly kind: 'id'; readonly of: 'task' | 'agent' | 'tool' | 'memory' | 'action' | 'file' }
  | { readonly kind: 'task' }
  | { readonly kind: 'use'; readonly isPart: boolean }
  | { readonly kind: 'action' }
  | { readonly kind: 'agentTool' }
  | { readonly kind: 'import'; readonly list: ListName | null };

/** What the value at a path does with names, by its place in the format alone; null where it is data, text or a setting. */
export function roleOfValue(path: Path): ValueRole | null {
  const [section, ...rest] = path;
  switch (section) {
    case 'start':
      return rest.length === 0 ? { kind: 'task' } : null;
    case 'memory':
      return isExactly(rest, 'id') ? { kind: 'id', of: 'memory' } : null;
    case 'tasks':
      return typeof rest[0] === 'number' ? roleInTask(rest.slice(1)) : null;
    case 'agents':
      return typeof rest[0] === 'number' ? roleInAgent(rest.slice(1)) : null;
    case 'tools':
      return typeof rest[0] === 'number' ? roleInDefinition(rest.slice(1), 'tool') : null;
    case 'id':
      return rest.length === 0 ? { kind: 'id', of: 'file' } : null;
    default:
      // A file that is one definition (format.md 3).
      return roleOfReference(path, null);
  }
}

/** Whether the key at a path is a route's name, or a name of the environment. */
export function roleOfKey(path: Path): 'route' | 'env' | null {
  const parent = path.at(-2);
  if (typeof path.at(-1) !== 'string') return null;
  if (parent === 'env') return isEnvironment(path.slice(0, -1)) ? 'env' : null;
  if (parent !== 'routes') return null;
  const inner = withoutTasks(path);
  return inner !== null && inner.length === 3 && isRoutesOwner(inner[0]) ? 'route' : null;
}

function isEnvironment(path: Path): boolean {
  const [section, index] = path;
  if (path.length === 1) return true;
  if (section === 'tasks') return withoutTasks(path)?.length === 1;
  if ((section !== 'agents' && section !== 'tools') || typeof index !== 'number') return false;
  return path.length === 3 || (section === 'agents' && path.length === 5 && path[2] === 'tools');
}

/** The part of a path inside its innermost task: `['on_success', 'next']`; null outside of tasks. */
function withoutTasks(path: Path): Path | null {
  let rest = path;
  while (rest[0] === 'tasks' && typeof rest[1] === 'number') rest = rest.slice(2);
  return rest.length === path.length ? null : rest;
}

function roleInTask(path: Path): ValueRole | null {
  const [key, ...rest] = path;
  switch (key) {
    case 'tasks':
      return typeof rest[0] === 'number' ? roleInTask(rest.slice(1)) : null;
    case 'action':
      return rest.length === 0 ? { kind: 'action' } : null;
    case 'config':
      return rest[0] === 'routes' || rest[0] === 'default' ? roleInTarget(rest[0], rest.slice(1)) : null;
    default:
      if (typeof key === 'string' && key.startsWith('on_'))
        return rest[0] === 'routes' ? roleInTarget('routes', rest.slice(1)) : roleInTarget('default', rest);
      return roleInDefinition(path, 'task');
  }
}

/** A target `{next}`, or routes of them by name; a short route is the target itself. */
function roleInTarget(kind: 'routes' | 'default', path: Path): ValueRole | null {
  const rest = kind === 'routes' ? path.slice(1) : path;
  const isShort = kind === 'routes' && path.length > 0 && (rest.length === 0 || isExactly(rest, 0));
  const [last, parent] = [rest.at(-1), rest.at(-2)];
  const isNext = isExactly(rest, 'next') || (rest.length === 2 && parent === 'next' && typeof last === 'number');
  return isShort || isNext ? { kind: 'task' } : null;
}

function roleInAgent(path: Path): ValueRole | null {
  const [key, index, ...rest] = path;
  if (key === 'actions' && typeof index === 'number')
    return isExactly(rest, 'id') ? { kind: 'id', of: 'action' } : null;
  if (key === 'memory') return index === 'id' && rest.length === 0 ? { kind: 'id', of: 'memory' } : null;
  if (key !== 'tools' || typeof index !== 'number') return roleInDefinition(path, 'agent');
  return isExactly(rest, 'id') ? { kind: 'agentTool' } : roleOfReference(rest, 'tools');
}

function roleInDefinition(path: Path, of: 'task' | 'agent' | 'tool'): ValueRole | null {
  return isExactly(path, 'id') ? { kind: 'id', of } : roleOfReference(path, `${of}s`);
}

function roleOfReference(path: Path, list: ListName | null): ValueRole | null {
  if (isExactly(path, 'use')) return { kind: 'use', isPart: false };
  if (path.length === 2 && path[0] === 'use' && path[1] === 'package') return { kind: 'use', isPart: true };
  return isExactly(path, 'import') ? { kind: 'import', list } : null;
}

function isRoutesOwner(key: string | number | undefined): boolean {
  return key === 'config' || key === 'on_error';
}

/** Whether a path is one step; an index matches any index. */
function isExactly(path: Path, step: string | number): boolean {
  if (path.length !== 1) return false;
  return typeof step === 'number' ? typeof path[0] === 'number' : path[0] === step;
}
