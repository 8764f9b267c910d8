import { findTemplates, type TemplatePlace } from '../../check/index.ts';
import { asksForPresence, type BranchNode, branchesOf, testOf } from '../../expression/index.ts';
import type { Analysis, GraphNode } from '../../graph/index.ts';
import { groupFields } from '../../schema/index.ts';
import { findNode, type Syntax, toNodeData } from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';
import { type BranchWay, branchKey } from '../play/branchKey.ts';

/** One way of a branch of an expression in a workflow. */
export interface Branch extends BranchWay {
  /** The task whose text it is in; null: none. */
  readonly task: string | null;
  /** Whether no other place of the workflow has the same text, so that it is known whoever evaluates it. */
  readonly isAlone: boolean;
  /** What it looks at, and which way it goes. */
  readonly name: string;
  /** Where it begins in the document, as near as that is known. */
  readonly place: number;
}

/** How many characters of what it looks at are told. */
const LONGEST = 60;

/** Both ways of each branch in the expressions of a workflow that a run can reach, in the order of the text. */
export function listBranches({ graph, syntax, workflow }: Analysis): readonly Branch[] {
  const nodes = [...graph.nodes.values()].toSorted((a, b) => b.task.path.length - a.task.path.length);
  const templates = findTemplates(groupFields(toNodeData(syntax.root)), workflow);
  const places = countPlaces(templates);
  return templates.flatMap(({ path, template }): readonly Branch[] => {
    if (template.errors.length > 0) return [];
    const node = nodes.find(({ task }) => isInside(path, task.path));
    if (node !== undefined && !isLive(node)) return [];
    const task = node?.id ?? null;
    return template.expressions.flatMap(({ ast, source }) => {
      const isAlone = places.get(source) === 1;
      const from = startOf(syntax, path, source);
      return branchesOf(ast).flatMap((branch): readonly Branch[] => {
        const looked = testOf(branch);
        if (looked === undefined || looked.kind === 'literal') return [];
        const place = from.isExact ? from.start + branch.start : from.start;
        const told = { task, source, isAlone, start: branch.start, place };
        return [true, false].map((way) => ({ ...told, way, name: nameOf(branch, source, way) }));
      });
    });
  });
}

/** How many places have the same text. */
function countPlaces(templates: readonly TemplatePlace[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const { template } of templates) {
    const source = template.expressions[0]?.source;
    if (source !== undefined) places.set(source, (places.get(source) ?? 0) + 1);
  }
  return places;
}

/** How often it went this way, of all ways that were taken. */
export function countBranch(branch: Branch, ways: ReadonlyMap<string, number>): number {
  const own = ways.get(branchKey(branch.task, branch));
  if (own !== undefined || !branch.isAlone) return own ?? 0;
  const suffix = `\n${branch.source}`;
  const prefix = `${branch.start} ${branch.way} `;
  let count = 0;
  for (const [key, each] of ways) if (key.startsWith(prefix) && key.endsWith(suffix)) count += each;
  return count;
}

function isInside(path: Path, outer: Path): boolean {
  return outer.every((step, index) => step === path[index]);
}

function isLive({ task, isReachable }: GraphNode): boolean {
  return isReachable && !task.isDisabled;
}

function nameOf(branch: BranchNode, source: string, way: boolean): string {
  const looked = testOf(branch);
  const text = source.slice(looked?.start, looked?.end).replace(/\s+/g, ' ');
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
  if (asksForPresence(branch)) return `${short} is ${way ? 'there' : 'missing'}`;
  return `${short} is ${way}`;
}

/** Where the text of a scalar begins. Exact where it is written as it is read. */
function startOf(syntax: Syntax, path: Path, source: string): { readonly start: number; readonly isExact: boolean } {
  const node = findNode(syntax, path);
  if (node === undefined) return { start: 0, isExact: false };
  const at = syntax.text.indexOf(source, node.start);
  return at !== -1 && at + source.length <= node.end
    ? { start: at, isExact: true }
    : { start: node.start, isExact: false };
}
