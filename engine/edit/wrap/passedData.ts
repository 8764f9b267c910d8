import { ok, type Result } from '../../base/index.ts';
import type { Analysis, GraphEdge } from '../../graph/index.ts';
import { composeSteps, findNode } from '../../syntax/index.ts';
import type { Path, Refusal } from '../../text/index.ts';
import { readSource, setSourceAt } from '../commands/setSource.ts';
import { refuse } from '../find/refuse.ts';
import { hasEntry, removePath, type Step } from '../steps/editFile.ts';
import { findReferences, type ReferenceRule, rewriteTemplates } from '../steps/rewriteReferences.ts';

/** Roots that mean the same wherever in the workflow they are read. */
const EVERYWHERE: ReadonlySet<string> = new Set(['tasks', 'agents', 'tools', 'memory', 'workflow', 'trigger']);

/**
 * The rule that makes what a task passes on mean the same when another task evaluates it: `output` becomes `text`. Refused
 * (`NOT_EXPRESSIBLE`) where it reads what only that task sees, such as its `input` or `error`.
 */
export function carryData(
  { syntax }: Analysis,
  { source, path }: Pick<GraphEdge, 'source' | 'path'>,
  text: string,
): Result<ReferenceRule, Refusal> {
  const foreign = findReferences(syntax, [...path, 'with']).find(
    ({ reference }) => reference.root !== 'output' && !EVERYWHERE.has(reference.root),
  );
  if (foreign) {
    const { root } = foreign.reference;
    const message = `“${source}” passes on its ${root}, which cannot be read from elsewhere. Pass a task's output instead.`;
    return refuse('NOT_EXPRESSIBLE', source, message);
  }
  return ok((reference) => (reference.root === 'output' ? { keys: 0, text } : null));
}

/** Whether a handler or route passes data. */
export function passesData({ syntax }: Analysis, path: Path): boolean {
  return findNode(syntax, [...path, 'with']) !== undefined;
}

/**
 * Copies the map at one path over that at another, key by key, as it is written; references in the copies follow the rule.
 * Refused (`NOT_EXPRESSIBLE`) where both have data and one of them is a template that gives it: its keys are not known.
 */
export function copyKeys(from: Path, to: Path, rule: ReferenceRule): Step[] {
  return [
    (syntax) => {
      const node = findNode(syntax, from);
      if (!hasEntry(syntax, to)) return setSourceAt(to, readSource(syntax, from))(syntax);
      if (node?.kind !== 'map' || findNode(syntax, to)?.kind !== 'map') return refuseMerge(to);
      const keys = node.entries.map((entry) => entry.key);
      return mergeKeys(keys, from, to)(syntax);
    },
    (syntax) => {
      const node = findNode(syntax, from);
      if (node?.kind !== 'map') return rewriteTemplates(to, rule)(syntax);
      return chain(node.entries.map(({ key }) => rewriteTemplates([...to, key], rule)))(syntax);
    },
  ];
}

function refuseMerge(path: Path) {
  const name = String(path.at(-1));
  const message = `“${name}” is one template here, and other data would go into it. Write it key by key first.`;
  return refuse('NOT_EXPRESSIBLE', name, message);
}

function mergeKeys(keys: readonly string[], from: Path, to: Path): Step {
  return chain(keys.map((key) => (syntax) => setSourceAt([...to, key], readSource(syntax, [...from, key]))(syntax)));
}

/** Takes away what a handler passes, and the handler where nothing else is left of it. */
export function dropData(path: Path): Step {
  return removePath([...path, 'with']);
}

/** Several steps as one. */
export function chain(steps: readonly Step[]): Step {
  return (syntax) => composeSteps(syntax, steps);
}
