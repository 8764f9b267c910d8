import { type Data, isDataMap, ok, type Result } from '../../base/index.ts';
import type { Analysis, GraphNode } from '../../graph/index.ts';
import { childrenOf, configOf, givesInput, type Task, traitsOf } from '../../model/index.ts';
import { findNode, type Syntax, setValue } from '../../syntax/index.ts';
import type { Path, Refusal } from '../../text/index.ts';
import { builtInNamed } from '../../tools/index.ts';
import { readField } from '../find/readField.ts';
import { refuse } from '../find/refuse.ts';
import { startsWith } from '../find/shiftPath.ts';
import { type Step, setAt } from '../steps/editFile.ts';
import { memberOf } from '../steps/memberOf.ts';
import { findReferences, rewriteTemplates } from '../steps/rewriteReferences.ts';

/** The input of the run as it is. */
const WHOLE = /^\s*\{\{\s*(?:workflow|trigger)\.input\s*\}\}\s*$/;

/**
 * Lets a task that the run started with have the run's input also inside a container, where nothing is passed to it
 * (format.md 2): by its own `with`, and what that reads of `input` it reads of `workflow.input`. A `with` that is there gets the
 * keys that the task reads, and where it gets its input as a whole those that the workflow declares under `schema.input`. Refused
 * (`NOT_EXPRESSIBLE`) where its `with` is a template of something else.
 */
export function startData(analysis: Analysis, { id, task }: GraphNode): Result<readonly Step[], Refusal> {
  const { syntax } = analysis;
  const path = [...task.path, 'with'];
  const own = readField(syntax, path);
  if (own === undefined || own === null) {
    const isRead = listReads(syntax, task).length > 0;
    if (traitsOf(task.type).children === 'item' && childrenOf(task).length === 0) {
      const message = `“${id}” gives each item the input of the run as well. Write into its “with” what an item gets first.`;
      return refuse('NOT_EXPRESSIBLE', id, message);
    }
    return ok(isRead || takesAll(task) ? [setAt(path, '{{ workflow.input }}')] : []);
  }
  if (traitsOf(task.type).children === 'item' && listReads(syntax, task).some(({ root }) => root === 'event')) {
    const message = `A handler of “${id}” reads the input of the run by \`event.input\`, and “with” is what each item gets. Read it of \`workflow.input\` first.`;
    return refuse('NOT_EXPRESSIBLE', id, message);
  }
  const missing = listMissing(analysis, task, own);
  if (missing.length > 0 && !isDataMap(own)) {
    const message = `“${id}” gets the input of the run under its own “with”, which is one template. Write that key by key first.`;
    return refuse('NOT_EXPRESSIBLE', id, message);
  }
  const unsure = missing.find(({ isSure }) => !isSure);
  if (unsure !== undefined) {
    const message = `“${id}” gets the input of the run as a whole under its own “with”, and “${unsure.key}” may be missing there. Write into its “with” what it needs of that first.`;
    return refuse('NOT_EXPRESSIBLE', id, message);
  }
  return ok([
    rewriteTemplates(path, ({ root }) => (root === 'input' ? { keys: 0, text: 'workflow.input' } : null)),
    ...missing.toReversed().map(({ key }) => putFirst(path, key, `{{ workflow.input${memberOf(key)} }}`)),
  ]);
}

/** What comes from the run is under what the task has itself, and so before it. */
function putFirst(path: Path, key: string, text: string): Step {
  return (syntax) => {
    const map = findNode(syntax, path);
    const first = map?.kind === 'map' ? map.entries[0]?.key : undefined;
    return setValue(syntax, [...path, key], text, first === undefined ? {} : { before: first });
  };
}

/** A key of the run's input. */
interface InputKey {
  readonly key: string;
  /** Whether reading it gives the same as getting it: it is there in every run, or it is only read by its name. */
  readonly isSure: boolean;
}

/**
 * The keys of the run's input that a task at the start gets in addition to its own `with`, and that it may read: those it names, and
 * where it gets its input as a whole those that the workflow declares.
 */
export function listMissing({ syntax, workflow }: Analysis, task: Task, own: Data | undefined): readonly InputKey[] {
  if (typeof own === 'string' && WHOLE.test(own)) return [];
  const read = listReads(syntax, task).filter(({ at }) => isOutside(at, task.path));
  const named = read.flatMap(({ keys: [key] }) => (key === undefined ? [] : [String(key)]));
  const isWhole = takesAll(task) || read.some(({ keys }) => keys.length === 0);
  const given = isDataMap(own) ? own : new Map<string, Data>();
  const declared = isWhole ? listDeclared(workflow.inputSchema, task) : [];
  // A key that is only read gives null where it is missing; passed on as null it is there.
  const keys = new Map([
    ...named.map((key) => [key, !isWhole] as const),
    ...declared.map(({ key, isSure }) => [key, isSure] as const),
  ]);
  return [...keys].flatMap(([key, isSure]) => (given.has(key) ? [] : [{ key, isSure }]));
}

/** Where a task reads its input: `input.x`, and `event.input.x` in what its handlers pass on; with the keys behind it. */
function listReads(syntax: Syntax, task: Task): readonly InputRead[] {
  return findReferences(syntax, task.path).flatMap(({ reference: { root, path: keys }, path: at }): InputRead[] => {
    if (root === 'input') return [{ at, root, keys }];
    return root === 'event' && keys[0] === 'input' ? [{ at, root, keys: keys.slice(1) }] : [];
  });
}

interface InputRead {
  readonly at: Path;
  readonly root: 'input' | 'event';
  readonly keys: Path;
}

/** The keys that a schema declares; those that may be missing are omitted where the built-in that the task uses reads no such key. */
function listDeclared(schema: Data | null, { use }: Task): readonly InputKey[] {
  const properties = entryOf(schema, 'properties');
  const required = entryOf(schema, 'required');
  const schemas = use?.repo === 'core' ? builtInNamed(use.package)?.schema : undefined;
  // One whose output is open gives back what it gets.
  const known = schemas?.output.properties === undefined ? undefined : schemas.input.properties;
  return [...(isDataMap(properties) ? properties : [])].flatMap(([key, property]) => {
    const isRequired = Array.isArray(required) && required.includes(key);
    const isSure = isRequired || entryOf(property, 'default') !== undefined;
    return isSure || known === undefined || key in known ? [{ key, isSure }] : [];
  });
}

function entryOf(data: Data | null, key: string): Data | undefined {
  const map = data ?? undefined;
  return isDataMap(map) ? map.get(key) : undefined;
}

/** Neither in the task's own `with`, where `input` is something else, nor in the tasks inside it, which have their own. */
function isOutside(path: Path, task: Path): boolean {
  return !startsWith(path, [...task, 'with']) && !startsWith(path, [...task, 'tasks']);
}

/** Whether what a task does depends on its input as a whole. */
function takesAll(task: Task): boolean {
  return (
    task.use !== null ||
    task.import !== null ||
    givesInput(task) ||
    (traitsOf(task.type).takesInput && configOf(task).mapping === undefined)
  );
}
