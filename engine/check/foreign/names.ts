import { ROOTS } from '../../expression/index.ts';

type Key = string | number;

const OWN: ReadonlySet<string> = new Set(ROOTS.map(({ name }) => name));

/** What is written here for a name of another program and the keys read of it; null where those have no counterpart. */
type Writer = (keys: readonly Key[]) => string | null;

const renamed =
  (name: string): Writer =>
  (keys) =>
    writePath(name, keys);

/** What is written here for a name, where nothing or one certain key is read of it. */
const fixed =
  (text: string, key?: string): Writer =>
  (keys) =>
    keys.length === (key === undefined ? 0 : 1) && keys[0] === key ? text : null;

/** The output of the task that the first key names, whatever that is called behind it: `steps.a.outputs.n`. */
const resultOf: Writer = ([id, field, ...rest]) => {
  if (id === undefined) return null;
  if (field === 'status' || field === 'outcome' || field === 'conclusion')
    return writePath('tasks', [id, 'status', ...rest]);
  if (field === 'error') return writePath('tasks', [id, 'error', ...rest]);
  const isNamed = field === undefined || RESULTS.has(field);
  return writePath('tasks', [id, 'output', ...(isNamed ? [] : [field]), ...rest]);
};

const RESULTS: ReadonlySet<Key> = new Set(['output', 'outputs', 'result', 'results', 'json', 'response']);

/** `$input.item.json.x`, `$input.first().json.x` of n8n. */
const inputOf: Writer = (keys) => {
  const data = keys.indexOf('json');
  return data < 0 ? null : writePath('input', keys.slice(data + 1));
};

const WRITERS: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ...['$', '$json'].map((name) => [name, renamed('input')] as const),
  ...['$env', '$vars', 'vars', 'envs', 'secrets', 'variables'].map((name) => [name, renamed('env')] as const),
  ...['inputs', 'params', 'parameters', 'args'].map((name) => [name, renamed('workflow.input')] as const),
  ...['$node', 'steps', 'needs', 'jobs', 'nodes', 'outputs', 'results'].map((name) => [name, resultOf] as const),
  ['$input', inputOf],
  ['process', ([first, ...rest]) => (first === 'env' && rest.length > 0 ? writePath('env', rest) : null)],
  ['$execution', fixed('workflow.run_id', 'id')],
  ['execution', fixed('workflow.run_id', 'id')],
  ['$workflow', ([key]) => (key === 'id' || key === 'name' ? `workflow.${key}` : null)],
  ['$now', fixed('now()')],
  ...['$itemIndex', '$index'].map((name) => [name, fixed('index')] as const),
  ['loop', fixed('index', 'index0')],
  ['taskrun', ([key, ...rest]) => (key === 'value' ? writePath('item', rest) : null)],
  ...['this', '$item'].map((name) => [name, renamed('item')] as const),
  ...['None', 'nil', 'undefined', 'NULL'].map((name) => [name, fixed('null')] as const),
  ['True', fixed('true')],
  ['False', fixed('false')],
]);

/**
 * How expressions here read what a name of an expression elsewhere does, with the keys behind it: `secrets.X` is `env.X`. A name
 * of this format stays; one in capitals alone is a variable. Null where nothing is known of it.
 */
export function toOwnPath(root: string, keys: readonly Key[]): string | null {
  if (OWN.has(root)) return writePath(root, keys);
  const writer = WRITERS.get(root);
  if (writer !== undefined) return writer(keys);
  return keys.length === 0 && /^[A-Z][A-Z0-9_]+$/.test(root) ? `env.${root}` : null;
}

/** Whether an expression here may begin with a name. */
export function isOwnRoot(name: string): boolean {
  return OWN.has(name);
}

const PATH = /^(\$|[A-Za-z_$][\w$]*)((?:\.[A-Za-z_$][\w$-]*|\[(?:'[^']*'|"[^"]*"|\d+)\])*)$/;
const STEP = /\.([A-Za-z_$][\w$-]*)|\[(?:'([^']*)'|"([^"]*)"|(\d+))\]/g;

/** Reads `a.b[0]['c']`, also of another program; null for anything else. */
export function parsePath(text: string): { readonly root: string; readonly keys: readonly Key[] } | null {
  const [, root, rest = ''] = PATH.exec(text.trim()) ?? [];
  if (root === undefined) return null;
  const keys = [...rest.matchAll(STEP)].map(([, name, single, double, index]) =>
    index === undefined ? (name ?? single ?? double ?? '') : Number(index),
  );
  return { root, keys };
}

function writePath(root: string, keys: readonly Key[]): string {
  return root + keys.map(writeKey).join('');
}

function writeKey(key: Key): string {
  if (typeof key === 'number') return `[${key}]`;
  return /^[A-Za-z_$][\w$]*(?:-[\w$]+)*$/.test(key)
    ? `.${key}`
    : `['${key.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`;
}
