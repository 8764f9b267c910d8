import { isHandlerName } from '../../model/index.ts';
import type { Path } from '../../text/index.ts';
import type { ComparedPlace, Difference } from '../compare/compareNodes.ts';

/**
 * The differences of a task that are told besides where it leads: of a handler or a route that is new or gone, each of its keys but
 * `next`.
 */
export function besideEdges(difference: Difference): readonly Difference[] {
  const { inside } = difference.after ?? difference.before;
  if (leads(inside)) return [];
  if (difference.kind === 'reordered') return [difference];
  const isExit = isExitPath(inside);
  if (!isExit && !holdsExits(inside)) return [difference];
  if (difference.kind === 'changed') {
    if (!isExit) return [difference];
    return [...partsOf(difference.before, 'removed'), ...partsOf(difference.after, 'added')].flatMap((part) =>
      besideEdges(part),
    );
  }
  const place = difference.after ?? difference.before;
  if (place.node?.kind !== 'map') return isExit && place.node !== null ? [] : [difference];
  const parts = partsOf(place, difference.kind);
  return parts.length === 0 ? [difference] : parts.flatMap((part) => besideEdges(part));
}

/** Whether a path inside of a task is a handler, a route or the default. */
function isExitPath(inside: Path): boolean {
  const [first, second] = inside;
  if (inside.length === 1) return typeof first === 'string' && isHandlerName(first);
  if (inside.length === 2) return first === 'config' && second === 'default';
  return inside.length === 3 && (first === 'config' || first === 'on_error') && second === 'routes';
}

/** Whether a path inside of a task holds routes among others. */
function holdsExits(inside: Path): boolean {
  const [first, second] = inside;
  return inside.length === 1
    ? first === 'config'
    : inside.length === 2 && second === 'routes' && (first === 'config' || first === 'on_error');
}

/** Whether a path is that of `next`, or in it, or in a list of ids that is a route. */
function leads(inside: Path): boolean {
  return inside.some((step, index) => {
    const exit = isExitPath(inside.slice(0, index));
    return exit && (step === 'next' || (index === 3 && typeof step === 'number'));
  });
}

function partsOf({ path, inside, node }: ComparedPlace, kind: 'added' | 'removed'): readonly Difference[] {
  if (node?.kind !== 'map') return [];
  return node.entries.map(({ key, value, start, end }): Difference => {
    const place: ComparedPlace = {
      path: [...path, key],
      inside: [...inside, key],
      node: value,
      range: { start, end },
    };
    return kind === 'added' ? { kind, before: null, after: place } : { kind, before: place, after: null };
  });
}
