import { type Data, ok, type Result } from '../../base/index.ts';
import { findNode, quoteText, type Syntax, type SyntaxNode, setValue } from '../../syntax/index.ts';
import type { Path, Refusal, TextEdit } from '../../text/index.ts';
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

/** A route written short becomes a map, so that it can pass data. */
export function openRoute(path: Path): Step {
  return (syntax) => {
    const next = findNode(syntax, path)?.kind === 'map' ? [] : readNext(syntax, path);
    const [only] = next;
    return only === undefined ? ok([]) : setAt(path, new Map([['next', next.length === 1 ? only : next]]))(syntax);
  };
}

/** Routes may be written short; handlers and `default` are objects. */
function holdsIdsItself(path: Path): boolean {
  return path.at(-2) === 'routes';
}

function writeField(syntax: Syntax, path: Path, next: readonly string[]): Result<readonly TextEdit[], Refusal> {
  if (next.length === 0) return removePath(path)(syntax);
  const node = findNode(syntax, path);
  if (node?.kind === 'list' && (next.length > 1 || node.style === 'block')) return setValue(syntax, path, next);
  if (node?.kind !== 'scalar' || next.length === 1) return setAt(path, formatNext(next))(syntax);
  const text = `[${next.map(formatFlowId).join(', ')}]`;
  return ok([{ start: node.end - node.source.length, end: node.end, text }]);
}

/** An id as an item of a list in brackets. */
function formatFlowId(id: string): string {
  const isPlain = /^[A-Za-z_][\w-]*$/.test(id) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(id);
  return isPlain ? id : quoteText(id);
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
