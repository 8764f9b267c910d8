import type { Link } from '../Box.ts';

/**
 * The links that lead back, without which there is no circle: those to a box whose own lines are still being followed, when
 * all are followed in the order given.
 * @param leaving the links that leave each box, by index
 */
export function findBackLinks(
  leaving: readonly (readonly { readonly to: number; readonly link: Link }[])[],
): ReadonlySet<Link> {
  const back = new Set<Link>();
  const [isOpen, isDone] = [new Uint8Array(leaving.length), new Uint8Array(leaving.length)];
  for (const start of leaving.keys()) {
    if (isDone[start] === 1) continue;
    const path = [{ node: start, at: 0 }];
    isOpen[start] = 1;
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = leaving[top.node]?.[top.at];
      top.at += 1;
      if (next === undefined) {
        [isOpen[top.node], isDone[top.node]] = [0, 1];
        path.pop();
      } else if (isOpen[next.to] === 1) back.add(next.link);
      else if (isDone[next.to] === 0) {
        isOpen[next.to] = 1;
        path.push({ node: next.to, at: 0 });
      }
    }
  }
  return back;
}
