import type { Path } from '../../text/index.ts';
import { createOwnerLookup } from './ownerOf.ts';
import type { Subject } from './Rule.ts';

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
