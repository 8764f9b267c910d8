import type { Workspace } from '#engine';
import { type Delta, readLayouts, replayDelta, type StoredWorkspace } from '../../platform/index.ts';

/** Two workspaces made one. */
export interface Merged {
  readonly workspace: Workspace;
  /** Files of which both had a text: where the one that gave way is kept. */
  readonly beside: readonly { readonly path: string; readonly kept: string }[];
}

/** The stored workspace with what a page that went away could not write any more. */
export function replayUnsaved(durable: Workspace, stored: StoredWorkspace, delta: Delta): Merged {
  const { changed, overtaken } = replayDelta(delta, stored.files);
  const files = new Map(durable.files);
  for (const [path, text] of changed) {
    if (text === null) files.delete(path);
    else files.set(path, text);
  }
  const beside = [...overtaken].map(([path, text]) => ({ path, kept: keepBeside(files, path, text) }));
  const layouts = new Map([...durable.layouts, ...readLayouts(delta.layouts)].filter(([path]) => files.has(path)));
  return { workspace: { files, layouts }, beside };
}

/**
 * The stored workspace with what was made while it could not be read. Nothing of either is lost: a text that differs from
 * the stored one is set next to it. What is as it was shown at first (`shown`) was not made by the user and is omitted.
 */
export function mergeMade(durable: Workspace, made: Workspace, shown: Workspace): Merged {
  const files = new Map(durable.files);
  const layouts = new Map(durable.layouts);
  const beside: { path: string; kept: string }[] = [];
  for (const [path, text] of made.files) {
    if (shown.files.get(path) === text || files.get(path) === text) continue;
    const isFree = !files.has(path);
    const kept = isFree ? path : keepBeside(files, path, text);
    if (isFree) files.set(path, text);
    else beside.push({ path, kept });
    const layout = made.layouts.get(path);
    if (layout) layouts.set(kept, layout);
  }
  return { workspace: { files, layouts }, beside };
}

/** Adds a text under a free name: `a.yaml` becomes `a-recovered.yaml`, or with a number where that is taken. */
function keepBeside(files: Map<string, string>, path: string, text: string): string {
  for (let count = 1; ; count += 1) {
    const name = path.replace(/(\.[^./]+)?$/, `-recovered${count === 1 ? '' : `-${count}`}$1`);
    const there = files.get(name);
    if (there !== undefined && there !== text) continue;
    files.set(name, text);
    return name;
  }
}
