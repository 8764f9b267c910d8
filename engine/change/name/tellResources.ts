import type { Analysis } from '../../graph/index.ts';
import type { Action, Agent, Tool } from '../../model/index.ts';
import { findNode, findRange, type SyntaxNode } from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';
import { isPartList } from '../align/ItemPairs.ts';
import { compareNodes } from '../compare/compareNodes.ts';
import type { Matched, Pair } from '../match/Part.ts';
import type { DraftChange } from './Change.ts';
import { isSamePart } from './isSamePart.ts';
import type { Subject } from './Subject.ts';
import { isExplained, tellField } from './tellFields.ts';
import type { Telling } from './tellTasks.ts';

type Resource = Agent | Tool | Action;
type Kind = 'agent' | 'tool' | 'action';

/** What became of agents, their actions, and tools. */
export function tellResources(telling: Telling): readonly DraftChange[] {
  const { agents, actions, tools } = telling.matched;
  return [
    ...tellKind(telling, 'agent', agents),
    ...tellKind(telling, 'action', actions),
    ...tellKind(telling, 'tool', tools),
  ];
}

function tellKind<T extends Resource>(
  telling: Telling,
  kind: Kind,
  { pairs, added, removed }: Matched<T>,
): readonly DraftChange[] {
  const { before, after } = telling;
  return [
    ...pairs.flatMap((pair) => tellPair(telling, kind, pair)),
    ...added.map(({ id, path }): DraftChange => {
      const sentence = `The ${kind} “${id}”${ofAgent(after, path)} is new.`;
      return {
        kind: `${kind}.added`,
        severity: 'behaviour',
        path,
        sentence,
        before: null,
        after: findRange(after.syntax, path, 'entry'),
      };
    }),
    ...removed.map(({ id, path }): DraftChange => {
      const sentence = `The ${kind} “${id}”${ofAgent(before, path)} is gone.`;
      return {
        kind: `${kind}.removed`,
        severity: 'behaviour',
        path,
        sentence,
        before: findRange(before.syntax, path, 'entry'),
        after: null,
      };
    }),
  ];
}

function tellPair(telling: Telling, kind: Kind, pair: Pair<Resource>): readonly DraftChange[] {
  const { before, after, names, pairs } = telling;
  const paths = { before: pair.before.path, after: pair.after.path };
  const depth = paths.after.length;
  const of = ofAgent(after, paths.after);
  const subject: Subject = {
    kind,
    intro: `In the ${kind} “${pair.after.id}”${of}, `,
    isSame: isSamePart(pair.before, pair.after),
    waits: false,
    isRead: () => true,
  };
  const differences = compareNodes(
    findNode(before.syntax, paths.before) ?? null,
    findNode(after.syntax, paths.after) ?? null,
    paths,
    {
      pairs,
      before: before.syntax.text,
      after: after.syntax.text,
      isApart: ({ after: path }) => isPartList(path) || (path.length === depth + 1 && path.at(-1) === 'id'),
    },
  );
  const renamed: DraftChange = {
    kind: `${kind}.renamed`,
    severity: 'behaviour',
    path: [...paths.after, 'id'],
    sentence: `The ${kind} “${pair.before.id}”${of} is now called “${pair.after.id}”.`,
    before: findRange(before.syntax, [...paths.before, 'id'], 'value'),
    after: findRange(after.syntax, [...paths.after, 'id'], 'value'),
  };
  return [
    ...(pair.before.id === pair.after.id ? [] : [renamed]),
    ...differences.flatMap((difference) =>
      isExplained(names, difference) ? [] : (tellField(subject, difference) ?? []),
    ),
  ];
}

/** What belongs to no part with an id: the workflow's own keys. */
export function tellTop({ before, after, names, pairs }: Telling): readonly DraftChange[] {
  const subject: Subject = {
    kind: 'workflow',
    intro: 'In the workflow, ',
    isSame: false,
    waits: false,
    isRead: (path, node) => isRead(path, node, [before, after]),
  };
  const differences = compareNodes(
    before.syntax.root ?? EMPTY,
    after.syntax.root ?? EMPTY,
    { before: [], after: [] },
    {
      pairs,
      before: before.syntax.text,
      after: after.syntax.text,
      isApart: ({ after: path }) => isPartList(path),
    },
  );
  return differences.flatMap((difference) =>
    isExplained(names, difference) ? [] : (tellField(subject, difference) ?? []),
  );
}

/** What an empty text holds. */
const EMPTY: SyntaxNode = { kind: 'map', style: 'block', entries: [], start: 0, end: 0, anchor: null, tag: null };

/** Keys of a workflow that a run reads. */
const READ: ReadonlySet<string> = new Set(['id', 'start', 'env', 'limits', 'outputs', 'schema', 'memory']);

/** Whether a run may read a value: of keys that are none of the format, what an alias may bring in elsewhere. */
function isRead([key]: Path, node: SyntaxNode | null, texts: readonly Analysis[]): boolean {
  if (READ.has(String(key))) return true;
  // The name can be read by expressions, also by those of imported definitions.
  if (key === 'name')
    return texts.some(
      ({ syntax: { text } }) => /\bworkflow\b(?!\s*\.\s*(?:input|id|run_id)\b)/.test(text) || /\bimport:/.test(text),
    );
  return texts.some(({ syntax: { text } }) => text.includes('&')) && node !== undefined;
}

function ofAgent({ workflow }: Analysis, path: Path): string {
  if (path.length < 4) return '';
  const agent = workflow.agents.find((each) => each.path[1] === path[1]);
  return agent === undefined ? '' : ` of the agent “${agent.id}”`;
}
