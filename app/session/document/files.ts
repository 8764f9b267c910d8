import { EMPTY_LAYOUT, type FileChange, type Layout } from '#engine';
import { notify } from '../store/notices.ts';
import { EMPTY_SELECTION, session, update } from '../store/store.ts';
import { undoSilently, writeFiles } from './dispatch.ts';
import type { TextSource } from './trust.ts';

/** Opens a file of the workspace in all panes. `trail` are the files that it was entered through, outermost first. */
export function openFile(path: string, trail: readonly string[] = []): void {
  const {
    document: { workspace, activePath },
  } = session.getState();
  if (path !== activePath && workspace.files.has(path))
    update({ document: { activePath: path, selection: EMPTY_SELECTION }, view: { trail } });
}

/** A free path: `name.yaml`, else `name-2.yaml`, `name-3.yaml`, … */
export function freePath(wanted: string): string {
  const { files } = session.getState().document.workspace;
  if (!files.has(wanted)) return wanted;
  const dot = wanted.lastIndexOf('.');
  const [stem, end] = dot > wanted.lastIndexOf('/') ? [wanted.slice(0, dot), wanted.slice(dot)] : [wanted, ''];
  for (let count = 2; ; count++) {
    const path = `${stem}-${count}${end}`;
    if (!files.has(path)) return path;
  }
}

/** What a new file is made of. */
export interface FileDraft {
  readonly text: string;
  /** Where the text comes from: it decides whether the file is trusted. */
  readonly source: TextSource;
  readonly layout?: Layout | undefined;
}

/** Adds a file and opens it. Answers with its path, which has a number added when the name is taken; null when refused. */
export function createFile(path: string, { text, source, layout }: FileDraft): string | null {
  const free = freePath(path);
  const changes: FileChange[] = [{ type: 'create', path: free, text }];
  const layouts = new Map(layout ? [[free, layout]] : []);
  if (!writeFiles(source, changes, layouts)) return null;
  openFile(free);
  return free;
}

/** Removes a file and offers to undo that. */
export function removeFile(path: string): void {
  const before = session.getState().document.workspace;
  const text = before.files.get(path);
  if (text === undefined || !writeFiles('files.remove', [{ type: 'remove', path }])) return;
  const after = session.getState().document.workspace;
  const restore = () => {
    if (session.getState().document.workspace === after) {
      undoSilently();
      openFile(path);
    } else createFile(path, { text, source: 'files.restore', layout: before.layouts.get(path) });
  };
  notify({ kind: 'info', message: `Deleted ${path}.`, action: { label: 'Undo', run: restore } });
}

/** Adds a copy of a file, its layout too, and opens it. */
export function duplicateFile(path: string): void {
  const { files, layouts } = session.getState().document.workspace;
  const text = files.get(path);
  if (text === undefined) return;
  const layout = layouts.get(path) ?? EMPTY_LAYOUT;
  createFile(path.replace(/(\.[^./]+)?$/, '-copy$1'), { text, source: 'files.duplicate', layout });
}
