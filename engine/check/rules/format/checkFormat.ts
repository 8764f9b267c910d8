import { type Data, findClosest, isDataMap, type Json, toJson } from '../../../base/index.ts';
import { parseDuration } from '../../../model/index.ts';
import { describePath, type SchemaProblem, validateDocument } from '../../../schema/index.ts';
import type { Path } from '../../../text/index.ts';
import { valueIn } from '../../foreign/keys/KeyPlace.ts';
import { readType, readValue } from '../../foreign/values.ts';
import type { CheckCode } from '../../subject/codes.ts';
import { type Finding, fixBySetting, type Rule, type Subject } from '../../subject/Rule.ts';

/** Everything the format's schema checks: required keys, types, words, ranges, durations, references. */
export const checkFormat: Rule = function* (subject) {
  for (const problem of findProblems(subject.data)) {
    const isReference = problem.keyword === 'pattern' && problem.params.kind === 'reference';
    if (!isReference && !isEndless(problem.params.value)) yield toFinding(problem, subject);
  }
};

/** Infinite numbers have a rule of their own. */
function isEndless(value: Json): boolean {
  return typeof value === 'number' && !Number.isFinite(value);
}

/** Tasks at the top that follow the format, as data. Neither their place nor their surroundings matter. */
const valid = new WeakSet<object>();

/** The schema problems of a document; tasks that were found valid are not checked again. */
function findProblems(data: Data): readonly SchemaProblem[] {
  const tasks = isDataMap(data) ? data.get('tasks') : undefined;
  if (!isDataMap(data) || !Array.isArray(tasks)) return validateDocument(toJson(data));
  const places = tasks.flatMap((task: Data, index) => (isDataMap(task) && valid.has(task) ? [] : [{ task, index }]));
  const problems = validateDocument(toJson(new Map([...data, ['tasks', places.map(({ task }) => task)]])));
  const found = problems.map((problem) => ({ ...problem, path: movePath(problem.path, places) }));
  const wrong = new Set(found.map(({ path }) => (path[0] === 'tasks' ? path[1] : undefined)));
  for (const { task, index } of places) if (isDataMap(task) && !wrong.has(index)) valid.add(task);
  return found;
}

function movePath(path: Path, places: readonly { readonly index: number }[]): Path {
  const [key, at, ...rest] = path;
  return key === 'tasks' && typeof at === 'number' ? ['tasks', places[at]?.index ?? at, ...rest] : path;
}

function toFinding(problem: SchemaProblem, subject: Subject): Finding {
  const { path, params } = problem;
  if (params.missing !== undefined) return missingKey(path, params.missing, subject);
  if (params.kind === 'duration') return duration(path, params.value, subject);
  const code = CODES[problem.keyword] ?? 'WRONG_TYPE';
  const written = valueIn(subject.data, path) ?? null;
  const told =
    code === 'WRONG_TYPE' ? readValue(path, written) : code === 'NOT_ALLOWED_VALUE' ? readType(path, written) : null;
  const message = told?.message ?? `${nameOf(path)} ${problem.message}.`;
  const value = told === null ? findIntended(problem) : told.value;
  if (value === undefined) return { code, path, message };
  return { code, path, message, fixes: fixBySetting(subject, path, value, `Change to ${show(value)}`) };
}

const CODES: Readonly<Record<string, CheckCode>> = {
  type: 'WRONG_TYPE',
  enum: 'NOT_ALLOWED_VALUE',
  minimum: 'OUT_OF_RANGE',
  maximum: 'OUT_OF_RANGE',
  minLength: 'EMPTY_VALUE',
};

/** What a fix writes where a required key is missing, if there is something that is right more often than not. */
const USUAL: Readonly<Record<string, Data>> = {
  type: 'basic',
  attempts: 3,
  backoff: 'exponential',
  interval: '1s',
  timeout: '5m',
  check_interval: '10s',
  provider: 'mock',
  model: 'mock-small',
  dimensions: 384,
  schema: new Map([
    ['input', new Map([['type', 'object']])],
    ['output', new Map([['type', 'object']])],
  ]),
  input: new Map([['type', 'object']]),
  output: new Map([['type', 'object']]),
  config: new Map(),
};

function missingKey(path: Path, key: string, subject: Subject): Finding {
  const isWait = key === 'config' && path.includes('tasks');
  const value: Data | undefined = isWait
    ? new Map([
        ['timeout', '5m'],
        ['check_interval', '10s'],
      ])
    : USUAL[key];
  const message = `${nameOf(path)} needs the key "${key}". ${adviseValue([...path, key], subject)}`;
  if (value === undefined) return { code: 'REQUIRED_KEY', path, message };
  return { code: 'REQUIRED_KEY', path, message, fixes: fixBySetting(subject, [...path, key], value, `Add ${key}`) };
}

/** What may be written there, as far as that can be said in a few words. */
function adviseValue(path: Path, subject: Subject): string {
  const { enum: only, examples = [] } = describePath(path, subject.data) ?? {};
  const values = (only ?? examples).filter((value) => typeof value === 'string' && !value.includes('{{'));
  if (values.length < 2) return 'Add it.';
  return `Add it, such as ${values.slice(0, VALUES).join(', ')}.`;
}

/** How many values are named where a key is missing. */
const VALUES = 6;

function duration(path: Path, value: Json, subject: Subject): Finding {
  const parsed = parseDuration(typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
  if (parsed.ok)
    return { code: 'INVALID_DURATION', path, message: `${nameOf(path)} must be a duration such as "30s".` };
  const { reason, suggestion } = parsed.error;
  if (suggestion === undefined) return { code: 'INVALID_DURATION', path, message: reason };
  const fixes = fixBySetting(subject, path, suggestion, `Change to ${suggestion}`);
  return { code: 'INVALID_DURATION', path, message: `${reason} Did you mean "${suggestion}"?`, fixes };
}

/** The value that was most likely meant. */
function findIntended({ keyword, params }: SchemaProblem): Data | undefined {
  const { value, allowed, limit, types = [] } = params;
  if (keyword === 'enum') {
    const words = (allowed ?? []).filter((word) => typeof word === 'string');
    return typeof value === 'string' ? findClosest(value, words) : undefined;
  }
  if (keyword === 'minimum' || keyword === 'maximum') return limit;
  if (keyword !== 'type') return undefined;
  const wants = (type: string): boolean => types.includes(type);
  if (typeof value === 'string' && (wants('number') || wants('integer'))) {
    const number = Number(value);
    return value.trim() !== '' && Number.isFinite(number) ? number : undefined;
  }
  if (typeof value === 'string' && wants('boolean')) return BOOLEANS.get(value.toLowerCase());
  // As text, a number where a list belongs still gives no list.
  if (wants('array')) return undefined;
  return (typeof value === 'number' || typeof value === 'boolean') && wants('string') ? String(value) : undefined;
}

/** YAML 1.1 read these as booleans, YAML 1.2 reads text. */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['on', true],
  ['true', true],
  ['no', false],
  ['off', false],
  ['false', false],
]);

/** How a message calls a place: its key, or the kind of item it is. */
function nameOf(path: Path): string {
  const last = path.at(-1);
  if (last === undefined) return 'The document';
  if (typeof last === 'string') return `"${last}"`;
  const list = String(path.at(-2));
  return `${/^[aeiou]/.test(list) ? 'An' : 'A'} ${ITEMS[list] ?? `item of "${list}"`}`;
}

const ITEMS: Readonly<Record<string, string>> = {
  tasks: 'task',
  agents: 'agent',
  tools: 'tool',
  actions: 'action',
  messages: 'message',
  next: 'task id',
};

function show(value: Data): string {
  if (value instanceof Map) return `{ ${String([...value.keys()][0])}: … }`;
  return Array.isArray(value) ? 'a list' : JSON.stringify(value);
}
