import { isJsonObject, type Json, ownValue } from '../../base/index.ts';
import { memberOf, type ValueBefore, valuesFor } from '../../edit/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { resolveUse, type Task, traitsOf } from '../../model/index.ts';
import { builtInNamed, TOOL_DATA } from '../../tools/index.ts';
import type { CompletionContext } from '../places/LanguageItem.ts';
import { listReads } from './listReads.ts';
import { listReferences, type Readable } from './listReferences.ts';

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
