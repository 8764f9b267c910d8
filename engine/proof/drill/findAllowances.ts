import type { Analysis, GraphNode } from '../../graph/index.ts';
import { findRange } from '../../syntax/index.ts';
import { DRILL_VERDICTS, type DrillVerdict } from './Fault.ts';

/** What a comment of the workflow says is wanted. */
export interface Allowance {
  readonly verdicts: ReadonlySet<DrillVerdict>;
  readonly reason: string;
}

/** `# drill allows unhandled, repeats: a person watches this run`. */
const COMMENT = /^[^\S\n]*#[^\S\n]*drill allows ([a-z, -]+):[^\S\n]*(\S[^\n]*)$/gm;

/**
 * Finds what comments of the workflow say is wanted, by the id of each task. A comment in a task, or right above it, is for that task and
 * those inside it; one above the list of tasks for all of them.
 */
export function findAllowances({ graph, syntax, workflow }: Analysis): (task: string) => readonly Allowance[] {
  const { text } = syntax;
  const places = [...graph.nodes.values()].map((node) => ({ node, ...findRange(syntax, node.task.path, 'value') }));
  const first = Math.min(...workflow.tasks.map(({ path }) => findRange(syntax, path, 'value').start));
  const byNode = new Map<string | null, Allowance[]>();
  for (const match of text.matchAll(COMMENT)) {
    const verdicts = new Set(
      (match[1] ?? '')
        .split(',')
        .map((word) => word.trim())
        .filter(isVerdict),
    );
    const at = match.index;
    const inside = places.filter(({ start, end }) => start <= at && at < end);
    const above = places.filter(({ start }) => start > at).sort((a, b) => a.start - b.start)[0];
    const around = inside.sort((a, b) => b.start - a.start)[0]?.node ?? null;
    const isHead = at < first && text.slice(at, first).includes('\ntasks:');
    // What is between two tasks is of the next one, where both are in the same list.
    const next = !isHead && above !== undefined && isAbove(text, at, above.start) ? above.node : around;
    const id = isHead ? null : (next?.id ?? null);
    const known = byNode.get(id) ?? [];
    byNode.set(id, known);
    known.push({ verdicts, reason: match[2] ?? '' });
  }
  return (task) => {
    const found = [...(byNode.get(null) ?? [])];
    let at: GraphNode | undefined = graph.nodes.get(task);
    while (at !== undefined) {
      found.push(...(byNode.get(at.id) ?? []));
      at = at.parent === null ? undefined : graph.nodes.get(at.parent);
    }
    return found;
  };
}

/** Whether only comments, empty lines and the dash of the item lie between. */
function isAbove(text: string, comment: number, start: number): boolean {
  return text
    .slice(comment, start)
    .split('\n')
    .every((line) => /^\s*(#.*|-\s*)?$/.test(line));
}

function isVerdict(word: string): word is DrillVerdict {
  return DRILL_VERDICTS.some((verdict) => verdict === word);
}
