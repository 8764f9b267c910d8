import { ok, type Result } from '../../base/index.ts';
import { type Analysis, analyze } from '../../graph/index.ts';
import { runsTogether, type Task, walkTasks } from '../../model/index.ts';
import { insertSource, parseSyntax } from '../../syntax/index.ts';
import { applyEdits, type Layout, type Point, type Refusal, type Transaction } from '../../text/index.ts';
import { findTaskNode, readTaskNames, takenIds } from '../find/findTaskNode.ts';
import { freshName } from '../find/freshId.ts';
import { refuse } from '../find/refuse.ts';
import { comparePaths } from '../find/selection.ts';
import { renameSteps, renameTask } from '../rename/renameTask.ts';
import { editFile, findSyntaxRefusal, readNext, type Step, writeNext } from '../steps/editFile.ts';
import { placeInLayout } from '../steps/layoutEntries.ts';
import { findList } from './addTask.ts';
import { copyTasks, indentLines, sliceTask } from './copyTasks.ts';

/** Tasks as text and where they go. */
export interface Paste {
  /** A document with `tasks`, a list of tasks, or one task. */
  readonly yaml: string;
  /** How the transaction's origin begins, where the caller knows more of where the text is from; `pasteTasks` when absent. */
  readonly origin?: string | undefined;
  /** The container that takes them; the top when null or absent. */
  readonly parent?: string | null | undefined;
  /** Where in the list they go, from 0; its end when absent. */
  readonly index?: number | undefined;
  /** Where the first card goes; kept only together with `layout`, the file's layout now. */
  readonly position?: Point | undefined;
  readonly layout?: Layout | undefined;
}

/**
 * Inserts tasks as they are written, comments and all. Ids that are taken become fresh ones, and what the pasted tasks
 * refer to in each other follows; transitions to tasks that are not in reach here go. The ids are {@link readPasted}'s.
 */
export function pasteTasks(analysis: Analysis, args: Paste): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const parent = args.parent ?? null;
  const list = findList(analysis, parent);
  if (!list.ok) return list;
  const pasted = readPasted(analysis, args.yaml);
  if (!pasted.ok) return pasted;
  const { clip, ids } = pasted.value;
  const isParallel = parent !== null && runsTogether(analysis.graph.nodes.get(parent)?.task.type);
  const reachable = cutForeignExits(clip, { isParallel, isInReach: (id) => canReach(analysis, parent, id) });
  if (!reachable.ok) return reachable;
  const sources = reachable.value.workflow.tasks.map((task) => sliceTask(reachable.value.syntax, task.path));
  const index = args.index ?? list.value.count;
  const insertion: Step = (syntax) => insertSource(syntax, list.value.path, index, sources.join('\n'));
  const first = reachable.value.workflow.tasks[0]?.id ?? '';
  const layout = args.position ? placeInLayout(args.layout, [[first, args.position]]) : undefined;
  const origin = `${args.origin ?? 'pasteTasks'}:${[...ids.values()].join()}`;
  return editFile(analysis, { origin, steps: [insertion], layout });
}

/** Tasks to paste with the ids they will have: by the id they have in the clipboard, nested ones included. */
export interface PastedTasks {
  readonly clip: Analysis;
  readonly ids: ReadonlyMap<string, string>;
}

/** Reads a clipboard and gives its tasks ids that are free here. Refused with `SYNTAX_ERROR` or `NOTHING_TO_PASTE`. */
export function readPasted(analysis: Analysis, yaml: string): Result<PastedTasks, Refusal> {
  const text = wrapTasks(yaml);
  if (text === null) return refuse('NOTHING_TO_PASTE', 'clipboard', 'What was copied holds no tasks.');
  let clip = analyze('clipboard', text);
  if (clip.syntax.errors.some((error) => error.severity === 'error')) {
    return refuse('SYNTAX_ERROR', 'clipboard', 'What was copied is not readable as YAML.');
  }
  if (clip.workflow.tasks.length === 0)
    return refuse('NOTHING_TO_PASTE', 'clipboard', 'What was copied holds no tasks.');
  const taken = takenIds(analysis);
  const ids = new Map<string, string>();
  const own = [...walkTasks(clip.workflow)].map(({ task }) => task.id).filter((id) => id !== '');
  const used = new Set([...taken, ...own]);
  for (const id of own) {
    if (ids.has(id)) continue;
    const to = taken.has(id) ? freshName(id, used) : id;
    used.add(to);
    ids.set(id, to);
    const renamed = to === id ? ok(clip) : applyTo(clip, renameTask(clip, { id, to }));
    if (!renamed.ok) return renamed;
    clip = renamed.value;
  }
  const named = nameImported(analysis, clip, { taken, used });
  return named.ok ? ok({ clip: named.value.clip, ids: new Map([...ids, ...named.value.ids]) }) : named;
}

/** Gives tasks an id of their own whose id, from what they import, is taken here. */
function nameImported(
  analysis: Analysis,
  clip: Analysis,
  { taken, used }: { readonly taken: ReadonlySet<string>; readonly used: Set<string> },
): Result<PastedTasks, Refusal> {
  const ids = new Map<string, string>();
  const texts = analysis.imports?.texts;
  const resolved = texts && analyze(analysis.path, clip.syntax.text, undefined, texts);
  if (resolved?.imports === undefined) return ok({ clip, ids });
  const steps: Step[] = [];
  for (const { task } of walkTasks(resolved.imports.workflow)) {
    const own = clip.graph.nodes.get(`#${task.path.join('/')}`)?.task;
    if (own === undefined || own.import === null || !taken.has(task.id)) continue;
    const to = freshName(task.id, used);
    used.add(to);
    steps.push(...renameSteps(clip, { id: task.id, to, path: own.path, isNamed: !ids.has(task.id) }));
    ids.set(task.id, to);
  }
  const renamed = applyTo(clip, editFile(clip, { origin: 'pasteTasks', steps }));
  return renamed.ok ? ok({ clip: renamed.value, ids }) : renamed;
}

/** Brings a list of tasks, or one task, into the form of a document; null for text that is neither map nor list. */
function wrapTasks(yaml: string): string | null {
  const text = yaml.replace(/\r\n?/g, '\n');
  const { root } = parseSyntax(text);
  if (root === null || root.kind === 'scalar' || root.kind === 'alias') return null;
  if (root.kind === 'list') return root.style === 'flow' ? `tasks: ${text}` : `tasks:\n${indentLines(text, '  ')}`;
  if (root.style === 'flow' || !isTask(root)) return text;
  const lineStart = text.lastIndexOf('\n', root.start) + 1;
  const margin = text.slice(lineStart, root.start);
  const lines = text
    .slice(root.start)
    .split('\n')
    .map((line) => (line.startsWith(margin) ? line.slice(margin.length) : line));
  return `tasks:\n${indentLines(text.slice(0, lineStart).replace(/^ +/gm, ''), '  ')}  - ${indentLines(lines.join('\n'), '    ').trimStart()}`;
}

function isTask(map: { readonly entries: readonly { readonly key: string }[] }): boolean {
  return map.entries.some((entry) => entry.key === 'type');
}

function canReach(analysis: Analysis, parent: string | null, id: string): boolean {
  if (parent !== null && runsTogether(analysis.graph.nodes.get(parent)?.task.type)) return false;
  return analysis.graph.nodes.get(readTaskNames(analysis).nodeOf(id))?.parent === parent;
}

interface PastePlace {
  /** Whether they become operations of a parallel task, which lead nowhere. */
  readonly isParallel: boolean;
  isInReach(id: string): boolean;
}

/** Takes away transitions of pasted tasks to tasks outside, but those of the outermost that are in reach, and between operations. */
function cutForeignExits(clip: Analysis, { isParallel, isInReach }: PastePlace): Result<Analysis, Refusal> {
  const outermost = new Set<Task>(clip.workflow.tasks);
  const foreign = clip.graph.edges.filter((edge) => {
    const source = clip.graph.nodes.get(edge.source)?.task;
    const isOutermost = source !== undefined && outermost.has(source);
    if (edge.isDangling) return !(isOutermost && isInReach(edge.target));
    return isParallel && isOutermost && edge.via !== 'sequence' && clip.graph.nodes.has(edge.target);
  });
  const paths = new Map(foreign.map((edge) => [JSON.stringify(edge.path), edge.path]));
  const gone = new Set(foreign.map((edge) => edge.target));
  const steps = [...paths.values()].toReversed().map((path): Step => {
    return (syntax) =>
      writeNext(
        path,
        readNext(syntax, path).filter((id) => !gone.has(id)),
      )(syntax);
  });
  return applyTo(clip, editFile(clip, { origin: 'pasteTasks', steps }));
}

function applyTo(clip: Analysis, result: Result<Transaction, Refusal>): Result<Analysis, Refusal> {
  if (!result.ok) return result;
  const edits = result.value.changes.flatMap((change) => (change.type === 'edit' ? change.edits : []));
  return ok(analyze(clip.path, applyEdits(clip.syntax.text, edits), clip));
}

/** The tasks to copy. */
interface Duplication {
  readonly ids: readonly string[];
  /** The file's layout now: copies of placed cards lie next to them. */
  readonly layout?: Layout | undefined;
}

/** How far a copy's card lies from the original's, px both ways. */
const BESIDE = 40;

/** Writes copies of tasks behind the last of them, in the container of the first; they lead where the originals lead. */
export function duplicateTasks(analysis: Analysis, { ids, layout }: Duplication): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const [first] = ids;
  if (first === undefined) return refuse('NOTHING_SELECTED', '', 'Select a task first.');
  const found = findTaskNode(analysis, first);
  if (!found.ok) return found;
  const { parent } = found.value;
  const siblings = ids.flatMap((id) => analysis.graph.nodes.get(id) ?? []).filter((node) => node.parent === parent);
  const last = siblings
    .map((node) => node.task.path)
    .toSorted(comparePaths)
    .at(-1);
  const yaml = copyTasks(analysis, ids);
  const pasted = readPasted(analysis, yaml);
  if (!pasted.ok) return pasted;
  const transaction = pasteTasks(analysis, { yaml, parent, index: Number(last?.at(-1) ?? -1) + 1 });
  if (!transaction.ok) return transaction;
  const placed = placeInLayout(layout, placeCopies(layout, pasted.value.ids, new Set(ids)));
  return ok({
    ...transaction.value,
    origin: `duplicateTasks:${ids.join()}`,
    ...(placed ? { layouts: new Map([[analysis.path, placed]]) } : {}),
  });
}

/** Chosen cards move aside; what is inside them keeps its place in its container. */
function placeCopies(
  layout: Layout | undefined,
  ids: ReadonlyMap<string, string>,
  chosen: ReadonlySet<string>,
): [string, Point][] {
  return [...ids].flatMap(([from, to]): [string, Point][] => {
    const at = layout?.positions.get(from);
    if (!at) return [];
    return [[to, chosen.has(from) ? { x: at.x + BESIDE, y: at.y + BESIDE } : at]];
  });
}
