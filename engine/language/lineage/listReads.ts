import { findTemplates } from '../../check/index.ts';
import type { ShownAnalysis } from '../../graph/index.ts';
import { exitsOf } from '../../model/index.ts';
import { groupFields } from '../../schema/index.ts';
import { toNodeData } from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';

/** One reference in an expression of the document. */
export interface Read {
  /** The field that holds the expression. */
  readonly path: Path;
  /** As it is read: `tasks.fetch.output.body`. */
  readonly text: string;
  /** What it begins with: `tasks`, `workflow`, `output` … */
  readonly root: string;
  /** The keys behind it, as far as they are written out. */
  readonly keys: readonly (string | number)[];
  /** Ids of the tasks that get the value: those a handler leads to, where it is passed on. None outside of tasks. */
  readonly readers: readonly string[];
  /** Ids of the tasks whose value it is; none for what comes from outside of tasks. */
  readonly sources: readonly string[];
}

const lists = new WeakMap<ShownAnalysis, readonly Read[]>();

/** Every reference of the document, in its order, with whose value it is and who gets it. The same list for the same analysis. */
export function listReads(analysis: ShownAnalysis): readonly Read[] {
  let list = lists.get(analysis);
  if (list === undefined) {
    list = readAll(analysis);
    lists.set(analysis, list);
  }
  return list;
}

function readAll(analysis: ShownAnalysis): readonly Read[] {
  const ownerOf = createOwners(analysis);
  const passers = collectPassers(analysis);
  return findTemplates(groupFields(toNodeData(analysis.syntax.root)), analysis.workflow).flatMap(
    ({ path, template }) => {
      const place = { owner: ownerOf(path), path };
      return template.expressions.flatMap(({ errors, references, source }) => {
        if (errors.length > 0) return [];
        return references.map(({ root, path: keys, start, end }): Read => {
          const from = { root, keys };
          return {
            path,
            // Its end is that of the last key, which may be in brackets.
            text: source.slice(
              start,
              source[end] === ']' && /\[[^\]]*$/.test(source.slice(start, end)) ? end + 1 : end,
            ),
            ...from,
            readers: readersAt(analysis, place),
            sources: sourcesOf(analysis, { ...place, ...from, passers }),
          };
        });
      });
    },
  );
}

interface ReadPlace {
  /** The innermost task whose text holds the field. */
  readonly owner: string | null;
  readonly path: Path;
}

/** Who gets what is read there: of a handler's `with` the tasks it leads to, else the task itself. */
function readersAt(analysis: ShownAnalysis, { owner, path }: ReadPlace): readonly string[] {
  if (owner === null) return [];
  const task = analysis.graph.nodes.get(owner)?.task;
  if (task === undefined) return [];
  for (const { target } of exitsOf(task)) {
    const isPassed = path.length > target.path.length && path[target.path.length] === 'with';
    if (isPassed && target.path.every((step, index) => step === path[index]))
      return target.next.filter((id) => id !== 'end');
  }
  return [owner];
}

interface Reference extends ReadPlace {
  readonly root: string;
  readonly keys: readonly (string | number)[];
  readonly passers: ReadonlyMap<string, readonly string[]>;
}

function sourcesOf({ graph }: ShownAnalysis, { owner, root, keys, passers }: Reference): readonly string[] {
  const node = owner === null ? undefined : graph.nodes.get(owner);
  switch (root) {
    case 'tasks': {
      const id = String(keys[0] ?? '');
      return graph.nodes.has(id) ? [id] : [];
    }
    case 'output':
    case 'error':
    case 'event':
      return owner === null ? [] : [owner];
    case 'input':
      return node === undefined ? [] : (passers.get(node.id) ?? []);
    case 'item':
    case 'index':
    case 'batch_index':
      return node === undefined ? [] : [node.parent ?? node.id];
    default:
      return [];
  }
}

/** The tasks whose handlers pass something on, by the task that gets it. */
function collectPassers({ graph }: ShownAnalysis): ReadonlyMap<string, readonly string[]> {
  const passers = new Map<string, string[]>();
  for (const [id, { task }] of graph.nodes) {
    for (const { target } of exitsOf(task)) {
      if (target.with === null) continue;
      for (const next of target.next) passers.set(next, [...(passers.get(next) ?? []), id]);
    }
  }
  return passers;
}

function createOwners({ graph }: ShownAnalysis): (path: Path) => string | null {
  const byPath = new Map([...graph.nodes].map(([id, { task }]) => [task.path.join('\n'), id]));
  return (path) => {
    for (let length = path.length; length > 0; length -= 1) {
      const id = byPath.get(path.slice(0, length).join('\n'));
      if (id !== undefined) return id;
    }
    return null;
  };
}

/** Where the values of a task come from, and who reads its own. */
export interface Lineage {
  /** What the task reads, in the order of the text. */
  readonly reads: readonly Read[];
  /** What others read of it. */
  readonly readBy: readonly Read[];
  /** Ids of all tasks its values come from, directly or through others. */
  readonly upstream: ReadonlySet<string>;
  /** Ids of all tasks its values go to. */
  readonly downstream: ReadonlySet<string>;
}

/** Follows the values of some tasks back to where they come from, and forward to all that read them. */
export function traceTasks(analysis: ShownAnalysis, ids: readonly string[]): Lineage {
  const all = listReads(analysis);
  const [sources, readers] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  for (const read of all) {
    for (const reader of read.readers) {
      for (const source of read.sources) {
        if (reader === source) continue;
        add(sources, reader, source);
        add(readers, source, reader);
      }
    }
  }
  const chosen = new Set(ids);
  const isChosen = (id: string) => chosen.has(id);
  return {
    reads: all.filter((read) => read.readers.some(isChosen)),
    readBy: all.filter(
      (read) => read.sources.some(isChosen) && (read.readers.length === 0 || !read.readers.every(isChosen)),
    ),
    upstream: follow(sources, ids),
    downstream: follow(readers, ids),
  };
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([value]));
  else known.add(value);
}

function follow(next: ReadonlyMap<string, ReadonlySet<string>>, ids: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...ids];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const other of next.get(id) ?? []) {
      if (found.has(other) || ids.includes(other)) continue;
      found.add(other);
      open.push(other);
    }
  }
  return found;
}
