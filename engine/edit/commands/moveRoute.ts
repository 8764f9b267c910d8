import { ok, type Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { commentStart, findNode, isFirstOnLine, type MapNode, partEnd } from '../../syntax/index.ts';
import type { Refusal, TextRange, Transaction } from '../../text/index.ts';
import { refuse, withTaskNames } from '../find/refuse.ts';
import { editFile } from '../steps/editFile.ts';
import { findRoute, type RouteName } from './editRoutes.ts';

/** Puts a route at another place among the routes, counted from 0 without itself: the first that matches is taken. */
export function moveRoute(
  analysis: Analysis,
  { index, ...route }: RouteName & { readonly index: number },
): Result<Transaction, Refusal> {
  const place = findRoute(analysis, route);
  if (!place.ok) return place;
  const { syntax } = analysis;
  const origin = `moveRoute:${route.id}.${route.key}`;
  const routes = findNode(syntax, place.value.slice(0, -1));
  const from = routes?.kind === 'map' ? routes.entries.findIndex(({ key }) => key === route.key) : -1;
  if (routes?.kind !== 'map' || from < 0) {
    return withTaskNames(analysis, refuse('UNKNOWN_ROUTE', route.key, `“${route.id}” has no route “${route.key}”.`));
  }
  const to = Math.min(Math.max(0, index), routes.entries.length - 1);
  if (from === to) return ok({ origin, changes: [] });
  return editFile(analysis, {
    origin,
    steps: [() => ok(moveBlock(syntax.text, readBlocks(syntax.text, routes), { from, to }))],
  });
}

/** The stretches that change places: lines with the comments above and below where each entry has its own, else the entries. */
function readBlocks(text: string, { style, entries }: MapNode): TextRange[] {
  if (style === 'flow' || !entries.every(({ start }) => isFirstOnLine(text, start))) {
    return entries.map(({ start, end }) => ({ start, end }));
  }
  return entries.map((entry) => ({ start: commentStart(text, entry.start), end: partEnd(text, entry) }));
}

/** Each block between the two places takes the next one's; the text between the blocks stays. */
function moveBlock(text: string, blocks: readonly TextRange[], { from, to }: { from: number; to: number }) {
  const order = blocks.map((_, at) => at);
  order.splice(to, 0, ...order.splice(from, 1));
  return blocks.flatMap((block, at) => {
    const source = blocks[order[at] ?? at];
    if (source === undefined || source === block) return [];
    return [{ ...block, text: text.slice(source.start, source.end) }];
  });
}
