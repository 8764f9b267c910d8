import { toJson } from '../../base/index.ts';
import { type ListNode, type SyntaxNode, toNodeData } from '../../syntax/index.ts';
import { diffParts, type Path } from '../../text/index.ts';
import type { MatchedParts } from '../match/matchParts.ts';
import type { Matched } from '../match/Part.ts';

/** An item of a list before and the same item after, by their indexes. */
export type IndexPair = readonly [before: number, after: number];

/** Which items of two lists are the same: parts with an id as they were matched, all others by what they hold. */
export class ItemPairs {
  /** By the path of a part after: its path before. */
  readonly #before = new Map<string, Path>();

  constructor({ tasks, agents, tools, actions }: MatchedParts) {
    for (const matched of [tasks, agents, tools, actions] as readonly Matched<{ readonly path: Path }>[]) {
      for (const { before, after } of matched.pairs) this.#before.set(keyOf(after.path), before.path);
    }
  }

  /** Pairs in the order of the list after. */
  pair(before: ListNode, after: ListNode, paths: PathPair): readonly IndexPair[] {
    return isPartList(paths.after) ? this.#pairParts(after, paths) : pairItems(before, after);
  }

  #pairParts({ items }: ListNode, { before, after }: PathPair): readonly IndexPair[] {
    const list = keyOf(before);
    return items.flatMap((_, index): IndexPair[] => {
      const path = this.#before.get(keyOf([...after, index]));
      const at = path?.at(-1);
      return path !== undefined && typeof at === 'number' && keyOf(path.slice(0, -1)) === list ? [[at, index]] : [];
    });
  }
}

/** The same place in both texts, which may have another path in each. */
export interface PathPair {
  readonly before: Path;
  readonly after: Path;
}

/** Whether a path is that of a list of tasks, agents, tools or actions. */
export function isPartList(path: Path): boolean {
  const key = path.at(-1);
  if (key === 'tasks') return path.length % 2 === 1 && path.every((step, i) => i % 2 === 1 || step === 'tasks');
  if (key === 'agents' || key === 'tools') return path.length === 1;
  return key === 'actions' && path.length === 3 && path[0] === 'agents';
}

/** Items that are equal; those between them in their order. */
function pairItems(before: ListNode, after: ListNode): readonly IndexPair[] {
  const pairs: IndexPair[] = [];
  let [a, b] = [0, 0];
  let open: { removed: number[]; added: number[] } = { removed: [], added: [] };
  const close = (): void => {
    for (const [place, at] of open.added.entries()) {
      const from = open.removed[place];
      if (from !== undefined && kindAt(before, from) === kindAt(after, at)) pairs.push([from, at]);
    }
    open = { removed: [], added: [] };
  };
  for (const { kind } of diffParts(textsOf(before), textsOf(after))) {
    if (kind === 'same') {
      close();
      pairs.push([a++, b++]);
    } else if (kind === 'removed') open.removed.push(a++);
    else open.added.push(b++);
  }
  close();
  return pairs;
}

function textsOf(list: ListNode): readonly string[] {
  return list.items.map(({ value }) => JSON.stringify(toJson(toNodeData(value))));
}

function kindAt(list: ListNode, index: number): SyntaxNode['kind'] | undefined {
  return list.items[index]?.value?.kind;
}

function keyOf(path: Path): string {
  return JSON.stringify(path);
}
