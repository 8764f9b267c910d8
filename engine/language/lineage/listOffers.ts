import { isJsonObject, type Json, ownValue } from '../../base/index.ts';
import { createScopeLookup } from '../../check/index.ts';
import { memberOf, type ValueBefore, valuesFor } from '../../edit/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { resolveUse, type Task, traitsOf } from '../../model/index.ts';
import type { Path } from '../../text/index.ts';
import { builtInNamed, TOOL_DATA } from '../../tools/index.ts';
import { isNull, rootShape, type Shape, type ShapeContext } from '../../types/index.ts';
import type { CompletionContext } from '../places/LanguageItem.ts';
import { nodeOfPath } from '../places/nodeAt.ts';
import { listReads } from './listReads.ts';

/** What a step before a task gave, which the task does not read yet. */
export interface Offer {
  /** The task it is of; null for the input of the workflow, or the item of a collection. */
  readonly source: string | null;
  /** What an input that takes it may be called. */
  readonly name: string;
  /** What the next step is most likely after first, then parts of it. */
  readonly values: readonly Readable[];
}

/** So many parts of a result are offered at once: the rest is in the list of all values. */
const MOST_PARTS = 4;

/** What a task could read of the steps right before it; nothing of those that it reads already, nor where it takes no input. */
export function listOffers(analysis: Analysis, id: string, context: CompletionContext): readonly Offer[] {
  const task = analysis.graph.nodes.get(id)?.task;
  if (task === undefined || task.isDisabled) return [];
  const { children, waits } = traitsOf(task.type);
  if (waits || children === 'parallel' || children === 'sequence' || !takesValues(analysis, task)) return [];
  const path = [...task.path, 'with'];
  const readable = listReferences(analysis, path, context);
  return valuesFor(analysis, id).flatMap((value) => {
    const source = sourceOf(analysis, value.reference);
    if (isRead(analysis, id, source, value)) return [];
    return { source, name: value.name, values: partsOf(value, source, { readable, context }) };
  });
}

/** Whether what the task runs has an input that is meant for what came before: a request, for one, begins with an address. */
function takesValues({ workflow }: Analysis, task: Task): boolean {
  const use = resolveUse(workflow, task);
  const tool = use.kind === 'core' ? builtInNamed(use.name) : undefined;
  return tool === undefined || TOOL_DATA[tool.name].takes !== undefined;
}

function sourceOf({ graph }: Analysis, reference: string): string | null {
  for (const id of graph.nodes.keys()) {
    if (reference.startsWith(`tasks.${id}.output`) || reference.startsWith(`tasks['${id}'].output`)) return id;
  }
  return null;
}

function isRead(analysis: Analysis, id: string, source: string | null, { reference }: ValueBefore): boolean {
  return listReads(analysis).some(
    ({ readers, sources, text }) =>
      readers.includes(id) && (source === null ? text.startsWith(reference) : sources.includes(source)),
  );
}

interface Known {
  readonly readable: readonly Readable[];
  readonly context: CompletionContext;
}

/** The value itself, then what is in it: by the last run, else by what is known of its type. */
function partsOf({ reference }: ValueBefore, source: string | null, { readable, context }: Known): readonly Readable[] {
  const main = readable.find(({ text }) => text === reference) ?? { text: reference, type: '' };
  if (source === null) return [main];
  const last = lastOf(reference, context);
  const had = isJsonObject(last)
    ? Object.entries(last).map(([key, value]) => ({ text: `${reference}${memberOf(key)}`, type: typeWord(value) }))
    : [];
  const whole = reference.replace(/\.output\b.*$/s, '.output');
  const known = readable.filter(
    ({ text }) => text !== reference && text.startsWith(`${whole}.`) && !text.slice(whole.length + 1).includes('.'),
  );
  return [main, ...(had.length > 0 ? had : known).slice(0, MOST_PARTS)];
}

/** What a value was in the last run; undefined where that is not known. */
function lastOf(reference: string, { lastValues }: CompletionContext): Json | undefined {
  const [root, ...keys] = reference.split('.');
  let value = lastValues?.(root ?? '', null);
  for (const key of keys) value = isJsonObject(value) ? ownValue(value, key) : undefined;
  return value;
}

function typeWord(value: Json): string {
  if (value === null || typeof value !== 'object') return typeof value === 'string' ? 'text' : typeof value;
  return Array.isArray(value) ? 'list' : 'map';
}

/** A value that an expression of a field can read. */
export interface Readable {
  /** The expression: `tasks.fetch.output.body`. */
  readonly text: string;
  /** Its type in words. */
  readonly type: string;
}

/** What is read most comes first. */
const ROOTS = ['item', 'index', 'input', 'output', 'error', 'event', 'workflow', 'tasks', 'env'] as const;

/** A list of more is not read through. */
const MOST = 400;
/** So many keys behind a root: `tasks.a.output.body.id`. */
const DEEPEST = 4;

/** The values that an expression of the field at a path can read, as far as they are known, by what they begin with. */
export function listReferences(analysis: Analysis, path: Path, context: ShapeContext): readonly Readable[] {
  const node = nodeOfPath(analysis, path);
  const found: Readable[] = [];
  const visit = (text: string, shape: Shape, depth: number): void => {
    if (found.length >= MOST || isNull(shape)) return;
    // Neither all tasks nor all variables at once are a value that anyone passes on.
    if (depth > 0 || shape.members === undefined) found.push({ text, type: shape.type });
    if (depth >= DEEPEST) return;
    for (const [key, member] of shape.members ?? []) visit(text + memberText(key), member(), depth + 1);
  };
  const whyNot = createScopeLookup(analysis.graph, { path, node });
  for (const root of ROOTS) {
    if (whyNot(root) !== undefined) continue;
    const shape = rootShape({ analysis, task: node?.task ?? null, path, context }, root);
    if (shape === undefined) continue;
    if (root !== 'tasks') visit(root, shape, 0);
    else
      for (const [id, member] of shape.members ?? []) {
        const output = id === node?.id ? undefined : member().members?.get('output');
        if (output !== undefined) visit(`tasks${memberText(id)}.output`, output(), 2);
      }
  }
  return found;
}

function memberText(key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
