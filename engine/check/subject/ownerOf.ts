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

/** What templates of a task read of its input. */
interface InputRead {
  /** Undefined where they read all of it. */
  readonly key: string | undefined;
  /** Where in the task. In its own `with`, `input` is only what comes from elsewhere. */
  readonly inside: Path;
}

const known = new WeakMap<Subject, ReadonlyMap<string, readonly InputRead[]>>();

/** What templates read of the inputs of tasks, by id. All rules share it. */
export function inputReads(subject: Subject): ReadonlyMap<string, readonly InputRead[]> {
  const shared = known.get(subject);
  if (shared !== undefined) return shared;
  const reads = new Map<string, InputRead[]>();
  const find = createOwnerLookup(subject);
  for (const { path, template } of subject.templates) {
    const owner = find(path);
    if (owner === undefined) continue;
    for (const { references } of template.expressions) {
      for (const { root, path: keys } of references) {
        const isInput = root === 'input' || root === 'output' || (root === 'event' && (keys[0] ?? 'input') === 'input');
        if (!isInput) continue;
        const [key] = root === 'event' ? keys.slice(1) : keys;
        const read = { key: typeof key === 'string' ? key : undefined, inside: owner.inside };
        const list = reads.get(owner.node.id);
        if (list === undefined) reads.set(owner.node.id, [read]);
        else list.push(read);
      }
    }
  }
  known.set(subject, reads);
  return reads;
}
