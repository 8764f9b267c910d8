import { analyze } from '../../../graph/index.ts';
import { formatLayout, readLayout } from '../../../layout/index.ts';
import type { Layout } from '../../../text/index.ts';
import type { Texts } from '../joinTexts.ts';
import { listNames } from './RenamedText.ts';

/** The layout of a workflow, with its cards called what the tasks are in a later text of that; the same where none has another name. */
export function renameInLayout(layout: Layout, path: string, workflow: Pick<Texts, 'base' | 'ours'>): Layout {
  const names = taskNames(path, workflow.base, workflow.ours);
  return names.size === 0 ? layout : withNames(layout, (id) => names.get(id) ?? id);
}

/** Three texts of a layout file, in which cards are called what the tasks are in the merged workflow. */
export function renameInLayouts(
  layouts: Texts,
  { path, base, ours, theirs }: Texts & { readonly path: string },
): Texts {
  const [our, their] = [taskNames(path, base, ours), taskNames(path, base, theirs)];
  const [wasOur, wasTheir] = [invert(our), invert(their)];
  return {
    base: inText(layouts.base, (id) => our.get(id) ?? their.get(id) ?? id),
    ours: inText(layouts.ours, (id) => (wasOur.has(id) ? id : (their.get(id) ?? id))),
    theirs: inText(layouts.theirs, (id) => our.get(wasTheir.get(id) ?? id) ?? id),
  };
}

function taskNames(path: string, before: string, after: string): ReadonlyMap<string, string> {
  const [older, newer] = [analyze(path, before), analyze(path, after)];
  if (older.isBroken || newer.isBroken) return new Map();
  const changes = listNames(older, newer).filter(({ kind }) => kind === 'task');
  return new Map(changes.map(({ from, to }) => [from, to]));
}

function invert(names: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...names].map(([from, to]) => [to, from]));
}

/** A text that is no layout stays as it is, and so does one in which nothing is called otherwise. */
function inText(text: string, rename: (id: string) => string): string {
  const layout = readLayout(text);
  if (layout === null) return text;
  const renamed = withNames(layout, rename);
  return formatLayout(renamed) === formatLayout(layout) ? text : formatLayout(renamed);
}

function withNames(layout: Layout, rename: (id: string) => string): Layout {
  const { positions, collapsed, frames } = layout;
  return {
    ...layout,
    positions: new Map([...positions].map(([id, at]) => [rename(id), at])),
    collapsed: new Set([...collapsed].map(rename)),
    ...(frames === undefined ? {} : { frames: frames.map((frame) => ({ ...frame, tasks: frame.tasks.map(rename) })) }),
  };
}
