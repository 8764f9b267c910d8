import type { Layout, Workspace } from '#engine';
import { type Delta, type StoredChange, toLayoutRecord } from '../../platform/index.ts';

/** The revisions of the texts that are durable, by path, and the highest there ever was. */
export interface Revisions {
  readonly byPath: ReadonlyMap<string, number>;
  readonly highest: number;
}

/**
 * What is to be written to get from one workspace to another, and the revisions after that. What is stored under the paths of `unsure`
 * is not known: it is written in any case.
 */
export function diffWorkspaces(
  from: Workspace,
  to: Workspace,
  revisions: Revisions,
  unsure: ReadonlySet<string> = new Set(),
): { readonly change: StoredChange; readonly revisions: Revisions } {
  const revision = revisions.highest + 1;
  const byPath = new Map(revisions.byPath);
  const files: StoredChange['files'][number][] = [];
  for (const [path, text] of to.files) {
    if (from.files.get(path) === text && !unsure.has(path)) continue;
    files.push({ path, text, revision });
    byPath.set(path, revision);
  }
  for (const path of new Set([...from.files.keys(), ...unsure])) {
    if (to.files.has(path)) continue;
    files.push({ path, text: null, revision });
    byPath.delete(path);
  }
  return { change: { files, layouts: diffLayouts(from, to, unsure) }, revisions: { byPath, highest: revision } };
}

/** What is not yet durable, as it is kept when the page goes away. */
export function toDelta(
  durable: Workspace,
  now: Workspace,
  context: { readonly writer: string; readonly revisions: Revisions; readonly untrusted: ReadonlySet<string> },
): Delta {
  const { change } = diffWorkspaces(durable, now, context.revisions);
  const base = (path: string) => context.revisions.byPath.get(path) ?? 0;
  const layouts = [...change.layouts].flatMap(([path, layout]) =>
    layout === null ? [] : [toLayoutRecord(path, layout)],
  );
  return {
    writer: context.writer,
    files: change.files.map(({ path, text }) => ({ path, text, base: base(path) })),
    layouts,
    untrusted: [...context.untrusted],
  };
}

function diffLayouts(from: Workspace, to: Workspace, unsure: ReadonlySet<string>): ReadonlyMap<string, Layout | null> {
  const layouts = new Map<string, Layout | null>();
  for (const [path, layout] of to.layouts)
    if (from.layouts.get(path) !== layout || unsure.has(path)) layouts.set(path, layout);
  for (const path of [...from.layouts.keys(), ...unsure]) if (!to.layouts.has(path)) layouts.set(path, null);
  return layouts;
}
