import { entryOf, findNode, followAlias, pathAt, type Syntax } from '../../syntax/index.ts';
import type { Path, TextRange } from '../../text/index.ts';

/** Where in a document a stretch of its text is. */
export interface FoundPlace {
  /** The task, agent, tool or memory that holds it, or an empty path: the workflow itself. */
  readonly owner: Path;
  /** Below the owner: the field. Empty where it is in the owner's own line. */
  readonly field: Path;
  /** `note` is a comment, or what is between values. */
  readonly part: 'key' | 'value' | 'note';
  /** Of the key or value as it is written; of a note, what was found. */
  readonly range: TextRange;
}

/** What holds a place has this name and id, where it has them. */
export interface OwnerName {
  readonly kind: 'task' | 'agent' | 'tool' | 'memory' | 'workflow';
  readonly id: string | null;
  readonly name: string | null;
}

const KINDS = { tasks: 'task', agents: 'agent', tools: 'tool' } as const;

/** The field that an offset is in, and what holds it: the innermost task, or an agent, a tool, the memory. */
export function placeOf(syntax: Syntax, { start, end }: TextRange): FoundPlace {
  const path = pathAt(syntax, start);
  const length = ownerLength(path);
  return { owner: path.slice(0, length), field: path.slice(length), ...partOf(syntax, path, { start, end }) };
}

/** How what holds a place is called. */
export function nameOwner(syntax: Syntax, owner: Path): OwnerName {
  const last = owner.at(-2);
  const kind =
    owner.length === 0
      ? 'workflow'
      : owner.length === 1
        ? 'memory'
        : last === 'agents'
          ? KINDS.agents
          : last === 'tools'
            ? KINDS.tools
            : KINDS.tasks;
  return { kind, id: scalarAt(syntax, owner, 'id'), name: scalarAt(syntax, owner, 'name') };
}

function ownerLength(path: Path): number {
  const [top] = path;
  if (top === 'memory') return 1;
  if (top === 'agents' || top === 'tools') return typeof path[1] === 'number' ? 2 : 0;
  let length = 0;
  while (path[length] === 'tasks' && typeof path[length + 1] === 'number') length += 2;
  return length;
}

function partOf(syntax: Syntax, path: Path, range: TextRange): Pick<FoundPlace, 'part' | 'range'> {
  const holds = (node: TextRange) => range.start >= node.start && range.end <= node.end;
  const parent = followAlias(path.length < 2 ? syntax.root : (findNode(syntax, path.slice(0, -1)) ?? null));
  const key = path.at(-1);
  const keyNode = parent?.kind === 'map' ? entryOf(parent, String(key))?.keyNode : undefined;
  if (keyNode && holds(keyNode)) return { part: 'key', range: { start: keyNode.start, end: keyNode.end } };
  const value = findNode(syntax, path);
  if (value?.kind !== 'scalar' || !holds(value)) return { part: 'note', range };
  return { part: 'value', range: { start: value.start, end: value.end } };
}

function scalarAt(syntax: Syntax, owner: Path, key: string): string | null {
  const node = findNode(syntax, owner);
  const value = node?.kind === 'map' ? followAlias(entryOf(node, key)?.value ?? null) : null;
  return value?.kind === 'scalar' && value.value !== null && value.value !== '' ? String(value.value) : null;
}
