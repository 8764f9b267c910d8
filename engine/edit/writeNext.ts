import { type Data, ok, type Result } from '../base/index.ts';
import {
  findNode,
  insertItem,
  type ListNode,
  removeAt,
  type Syntax,
  type SyntaxNode,
  setValue,
} from '../syntax/index.ts';
import type { Path, Refusal, TextEdit } from '../text/index.ts';
import type { Step } from './editFile.ts';
import { removePath, setAt } from './setAt.ts';

/**
 * The ids a handler, a route or `default` leads to, as written, in order: the object that holds `next`, a short route
 * `key: id`, or a route with a list. Empty when it leads nowhere.
 */
export function readNext(syntax: Syntax, path: Path): readonly string[] {
  const node = resolve(findNode(syntax, path));
  if (node?.kind !== 'map') return holdsIdsItself(path) ? idsOf(node) : [];
  return idsOf(resolve(findNode(syntax, [...path, 'next'])));
}

/**
 * Makes a handler, a route or `default` lead to these ids, by the smallest change: one id is written alone, several as
 * a list, a new route short. None removes `next` and a handler or route that is empty then; its `with` and condition stay.
 */
export function writeNext(path: Path, next: readonly string[]): Step {
  return (syntax) => {
    const node = resolve(findNode(syntax, path));
    if (node?.kind === 'map') return writeField(syntax, [...path, 'next'], next);
    const [only] = next;
    if (only === undefined) return removePath(path)(syntax);
    if (holdsIdsItself(path) && next.length === 1) return setAt(path, only)(syntax);
    return node?.kind === 'scalar' && node.value !== null
      ? setValue(syntax, path, new Map([['next', formatNext(next)]]))
      : setAt([...path, 'next'], formatNext(next))(syntax);
  };
}

/** Routes may be written short; handlers and `default` are objects. */
function holdsIdsItself(path: Path): boolean {
  return path.at(-2) === 'routes';
}

function writeField(syntax: Syntax, path: Path, next: readonly string[]): Result<readonly TextEdit[], Refusal> {
  if (next.length === 0) return removePath(path)(syntax);
  const node = resolve(findNode(syntax, path));
  if (node?.kind === 'list') return writeItems(syntax, { path, list: node, next });
  const [only] = idsOf(node);
  return next.length === 1 && only === next[0] ? ok([]) : setAt(path, formatNext(next))(syntax);
}

interface WrittenList {
  readonly path: Path;
  readonly list: ListNode;
  readonly next: readonly string[];
}

/** Changes one item where one item changes; else writes the value anew. */
function writeItems(syntax: Syntax, { path, list, next }: WrittenList): Result<readonly TextEdit[], Refusal> {
  const written = list.items.map((item) => idsOf(resolve(item.value))[0] ?? '');
  const isBlock = list.style === 'block';
  if (next.length === 1 && !isBlock) return setValue(syntax, path, formatNext(next));
  const at = written.findIndex((id, index) => id !== next[index]);
  if (at < 0) {
    const [added, ...more] = next.slice(written.length);
    if (added === undefined) return ok([]);
    if (more.length === 0) return insertItem(syntax, path, written.length, added);
  } else if (isEqualFrom(written, at + 1, next.slice(at))) {
    return removeAt(syntax, [...path, at]);
  } else if (isEqualFrom(written, at + 1, next.slice(at + 1)) && next[at] !== undefined) {
    return setValue(syntax, [...path, at], next[at]);
  }
  return setValue(syntax, path, formatNext(next));
}

function isEqualFrom(written: readonly string[], start: number, rest: readonly string[]): boolean {
  return written.length - start === rest.length && rest.every((id, index) => id === written[start + index]);
}

function formatNext(next: readonly string[]): Data {
  const [only] = next;
  return next.length === 1 && only !== undefined ? only : next;
}

function idsOf(node: SyntaxNode | null): string[] {
  if (node?.kind === 'list') return node.items.flatMap((item) => idsOf(resolve(item.value)).slice(0, 1));
  if (node?.kind !== 'scalar' || node.value === null || node.value === '') return [];
  return [typeof node.value === 'string' ? node.value : node.source];
}

function resolve(node: SyntaxNode | null | undefined): SyntaxNode | null {
  let at = node ?? null;
  while (at?.kind === 'alias') at = at.target;
  return at;
}
