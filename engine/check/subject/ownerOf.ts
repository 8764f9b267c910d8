import type { GraphNode } from '../../graph/index.ts';
import type { Path } from '../../text/index.ts';
import type { Subject } from './Rule.ts';

/** A task and a path in it: `['with', 'text']`. */
export interface Owner {
  readonly node: GraphNode;
  readonly inside: Path;
}

const lookups = new WeakMap<Subject, (path: Path) => Owner | undefined>();

/** Answers with the innermost task a path leads through; undefined outside of tasks. All rules share one per subject. */
export function createOwnerLookup(subject: Subject): (path: Path) => Owner | undefined {
  const shared = lookups.get(subject);
  if (shared !== undefined) return shared;
  const top: OwnedPlaces = new Map();
  for (const node of subject.analysis.graph.nodes.values()) addNode(top, node);
  const search = (path: Path): Owner | undefined => {
    let found: Owner | undefined;
    let level: OwnedPlaces | undefined = top;
    for (let at = 0; level !== undefined && path[at] === 'tasks'; at += 2) {
      const place: OwnedPlace | undefined = level.get(path[at + 1] ?? '');
      if (place?.node != null) found = { node: place.node, inside: path.slice(at + 2) };
      level = place?.inside;
    }
    return found;
  };
  const known = new Map<Path, Owner | undefined>();
  const lookup = (path: Path): Owner | undefined => {
    let owner = known.get(path);
    if (owner === undefined && !known.has(path)) {
      owner = search(path);
      known.set(path, owner);
    }
    return owner;
  };
  lookups.set(subject, lookup);
  return lookup;
}

/** The tasks of one list by their index, and what is inside of them. */
type OwnedPlaces = Map<string | number, OwnedPlace>;

interface OwnedPlace {
  node: GraphNode | null;
  readonly inside: OwnedPlaces;
}

function addNode(top: OwnedPlaces, node: GraphNode): void {
  const { path } = node.task;
  let level = top;
  for (let at = 1; at < path.length; at += 2) {
    const key = path[at] ?? '';
    const place = level.get(key) ?? { node: null, inside: new Map() };
    level.set(key, place);
    if (at === path.length - 1) place.node = node;
    level = place.inside;
  }
}
