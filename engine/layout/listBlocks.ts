import type { Box, Link } from './Box.ts';
import { splitComponents } from './splitComponents.ts';

/** Boxes of one scope in the groups that are arranged together. */
export interface Blocks {
  /** Parts of the main line without lines between them. */
  readonly main: readonly (readonly Box[])[];
  /** What leaves it (error branches, hooks), in parts. */
  readonly aside: readonly (readonly Box[])[];
}

/** Splits the boxes of a scope, in linear time; groups and their boxes keep the order given. */
export function listBlocks(boxes: readonly Box[], links: readonly Link[]): Blocks {
  const mainIds = findMainLine(boxes, links);
  const main = boxes.filter((box) => mainIds.has(box.id));
  const aside = boxes.filter((box) => !mainIds.has(box.id));
  return { main: splitComponents(main, links), aside: splitComponents(aside, links) };
}

/** Boxes nothing leads to, and all that the main line reaches from them. */
function findMainLine(boxes: readonly Box[], links: readonly Link[]): Set<string> {
  const targets = new Set(links.filter((link) => link.source !== link.target).map((link) => link.target));
  const followers = new Map<string, string[]>();
  for (const { source, target, isAside } of links) {
    if (isAside) continue;
    const known = followers.get(source);
    if (known) known.push(target);
    else followers.set(source, [target]);
  }
  const open = boxes.filter((box, index) => index === 0 || !targets.has(box.id)).map((box) => box.id);
  const found = new Set(open);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const target of followers.get(id) ?? []) {
      if (found.has(target)) continue;
      found.add(target);
      open.push(target);
    }
  }
  return found;
}
