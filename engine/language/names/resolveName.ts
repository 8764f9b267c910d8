import { type Analysis, analyze } from '../../graph/index.ts';
import { findImportPlace, findTask, isTestFile, walkTasks } from '../../model/index.ts';
import { countItems, findNode, pathAt, type SyntaxNode } from '../../syntax/index.ts';
import { namedWorkflow, workflowOf } from '../../testFile/index.ts';
import type { Path } from '../../text/index.ts';
import { type Mention, mentionsAt, type NamedKind } from './mentions.ts';
import type { ListName } from './roleOf.ts';

/** Texts of the workspace by path. */
export type Files = ReadonlyMap<string, string>;

/** A document, and its workspace where that is known. */
export interface NamePlace {
  readonly analysis: Analysis;
  readonly files: Files | undefined;
}

/** Something with a name, by where it is defined. Two mentions of one thing resolve to equal keys. */
export interface Named {
  readonly kind: NamedKind;
  readonly name: string;
  /** The document that defines it. */
  readonly analysis: Analysis;
  /** The range of its id, or of the key that is its name, there. Empty: the whole file. */
  readonly path: Path;
  /** Of an action: the id of its agent; of a route: the path of its routes. */
  readonly owner: string;
}

/** Equal for everything that names the same thing of the workspace. */
export function keyOfNamed({ kind, name, analysis, path, owner }: Named): string {
  // A name of the environment is one wherever the document sets it, and a memory wherever it is.
  const place = kind === 'env' || kind === 'memory' ? '' : JSON.stringify(path);
  return JSON.stringify([analysis.path, kind, name, place, owner]);
}

/** What a mention means: the definition it is, or leads to, in this file or in one it imports. Null where there is none. */
export function resolveMention(place: NamePlace, mention: Mention): Named | null {
  const { analysis } = place;
  const { kind, name, path } = mention;
  if (isTestFile(analysis.path)) return resolveInTest(place, mention);
  if (mention.import !== undefined) return followImport(place, mention.import.written, mention.import.list);
  if (mention.isReference) return followImport(place, name, null);
  if (mention.isDefinition) {
    if (kind === 'file' && !isDefinitionFile(analysis)) return null;
    const agent = kind === 'action' ? analysis.workflow.agents.find((each) => each.path[1] === path[1]) : undefined;
    const owner = kind === 'route' ? JSON.stringify(path.slice(0, -1)) : (agent?.id ?? '');
    return { kind, name, analysis, path: kind === 'env' ? [] : path, owner };
  }
  if (kind === 'action') return resolveAction(place, mention);
  return findNamed(place, kind, name);
}

/** What a test file names: its workflow, or a task of that. */
function resolveInTest({ analysis, files }: NamePlace, { kind, name }: Mention): Named | null {
  const path = workflowOf(analysis.path, namedWorkflow(analysis.syntax));
  const workflow = path === null ? null : analysisOf(files, path);
  if (workflow === null) return null;
  if (kind === 'file') return { kind, name: '', analysis: workflow, path: [], owner: '' };
  return findNamed({ analysis: workflow, files }, kind, name);
}

/** The task, agent, tool, memory or name of the environment that a name refers to in a document. */
export function findNamed(place: NamePlace, kind: NamedKind, name: string): Named | null {
  const { analysis } = place;
  const at = name === '' ? undefined : findOwn(analysis, kind, name);
  if (at !== undefined) return { kind, name, analysis, path: at, owner: '' };
  if (kind !== 'task' && kind !== 'agent' && kind !== 'tool') return null;
  return findImported(place, `${kind}s`, name);
}

function findOwn({ workflow }: Analysis, kind: NamedKind, name: string): Path | undefined {
  switch (kind) {
    case 'task':
      return idOf(findTask(workflow, name)?.path);
    case 'agent':
      return idOf(workflow.agents.find(({ id }) => id === name)?.path);
    case 'tool':
      return idOf(workflow.tools.find(({ id }) => id === name)?.path);
    case 'memory':
      return idOf(
        [workflow.memory, ...workflow.agents.map(({ memory }) => memory)].find((each) => each?.id === name)?.path,
      );
    case 'env': {
      const tasks = [...walkTasks(workflow)].map(({ task }) => task);
      const owners = [workflow, ...workflow.agents, ...workflow.tools, ...tasks];
      return owners.some(({ env }) => env?.has(name) === true) ? [] : undefined;
    }
    case 'action':
    case 'route':
    case 'file':
      return undefined;
    default:
      return kind satisfies never;
  }
}

function idOf(path: Path | undefined): Path | undefined {
  return path === undefined ? undefined : [...path, 'id'];
}

/** A definition without an id of its own has that of what it imports. */
function findImported(place: NamePlace, list: ListName, name: string): Named | null {
  for (const entry of entriesOf(place.analysis, list)) {
    if (entry.id !== '' || entry.import === null) continue;
    const found = followImport(place, entry.import, list);
    if (found?.name === name) return found;
  }
  return null;
}

function entriesOf(
  { workflow }: Analysis,
  list: ListName,
): readonly { readonly id: string; readonly import: string | null }[] {
  return list === 'tasks' ? [...walkTasks(workflow)].map(({ task }) => task) : workflow[list];
}

/** What an `import` leads to: a definition of another file, or that file. Packages are found as imports are. */
export function followImport({ analysis, files }: NamePlace, written: string, list: ListName | null): Named | null {
  const place = findImportPlace(written, analysis.path, files ?? null);
  if (place === null || typeof place !== 'object' || !('file' in place)) return null;
  const target = place.file === analysis.path ? analysis : analysisOf(files, place.file);
  if (target === null) return null;
  const whole: Named = { kind: 'file', name: rootId(target), analysis: target, path: [], owner: '' };
  if (place.id === null) return isDefinitionFile(target) && whole.name !== '' ? { ...whole, path: ['id'] } : whole;
  const lists: readonly ListName[] = list === null ? ['agents', 'tools', 'tasks'] : [list];
  for (const each of lists) {
    const kind = KINDS[each];
    const path = findOwn(target, kind, place.id);
    if (path !== undefined) return { kind, name: place.id, analysis: target, path, owner: '' };
  }
  return rootId(target) === place.id ? { ...whole, path: ['id'] } : null;
}

const KINDS = { tasks: 'task', agents: 'agent', tools: 'tool' } as const satisfies Record<ListName, NamedKind>;

function resolveAction(place: NamePlace, { path, name }: Mention): Named | null {
  const use = findNode(place.analysis.syntax, [...path.slice(0, -1), 'use']);
  const written = use?.kind === 'scalar' ? /^\s*agent:(.+?)\s*$/.exec(String(use.value))?.[1] : undefined;
  return written === undefined ? null : findAction(place, written, name);
}

/** Definitions that import each other are followed this far. */
const MOST_IMPORTS = 16;

/** An action of an agent: its own, or one of what it imports. */
function findAction(place: NamePlace, agent: string, name: string): Named | null {
  let at: NamePlace = place;
  let id = agent;
  for (let step = 0; step < MOST_IMPORTS; step += 1) {
    const { analysis, files } = at;
    const own = analysis.workflow.agents.find((each) => each.id === id);
    const action = own?.actions.find((each) => each.id === name);
    if (action !== undefined) return { kind: 'action', name, analysis, path: [...action.path, 'id'], owner: id };
    const next = own?.import ? followImport(at, own.import, 'agents') : own ? null : findImported(at, 'agents', id);
    if (next?.kind !== 'agent') return null;
    at = { analysis: next.analysis, files };
    id = next.name;
  }
  return null;
}

function rootId({ syntax }: Analysis): string {
  const id = findNode(syntax, ['id']);
  return id?.kind === 'scalar' && id.value !== null ? String(id.value) : '';
}

/** Whether a file is one agent, tool or task for others to import, no document. */
function isDefinitionFile({ syntax }: Analysis): boolean {
  const has = (key: string): boolean => isSet(findNode(syntax, [key]));
  return has('type') || ((has('use') || has('import')) && !has('tasks') && !has('agents'));
}

function isSet(node: SyntaxNode | undefined): boolean {
  return node !== undefined && (node.kind !== 'list' || countItems(node) > 0);
}

/** Analyses of other files, for as long as the texts of the workspace are the same object. */
const analyses = new WeakMap<Files, Map<string, Analysis>>();

/** The analysis of a file of the workspace; null without such a file. */
export function analysisOf(files: Files | undefined, path: string): Analysis | null {
  const text = files?.get(path);
  if (files === undefined || text === undefined) return null;
  let known = analyses.get(files);
  if (known === undefined) {
    known = new Map();
    analyses.set(files, known);
  }
  const before = known.get(path);
  if (before !== undefined) return before;
  const analysis = analyze(path, text);
  known.set(path, analysis);
  return analysis;
}

/** The name that an offset is in, both its ends included; null outside of names. */
export function mentionAt({ analysis }: NamePlace, offset: number): Mention | null {
  const holds = ({ reach }: Mention): boolean => reach.start <= offset && offset <= reach.end;
  return mentionsAt(analysis, pathAt(analysis.syntax, offset)).find(holds) ?? null;
}

/** What the name at an offset means; null outside of names, and for what is not defined in the workspace. */
export function namedAt(place: NamePlace, offset: number): Named | null {
  const mention = mentionAt(place, offset);
  return mention === null ? null : resolveMention(place, mention);
}
