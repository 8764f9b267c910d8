import { createLineIndex } from '#engine';
import { openFile } from '../document/files.ts';
import { withPort } from '../store/ports.ts';
import { session } from '../store/store.ts';
import { setMode, setPanel } from '../store/view.ts';

/** Opens a test file, or the workflow of one, with the cursor at a place of it; lines and columns from 1. */
export function showPlace(path: string, at: { readonly line: number; readonly column: number }): void {
  const text = session.getState().document.workspace.files.get(path);
  if (text === undefined) return;
  openFile(path);
  // A phone has no room for both.
  if (session.getState().view.isNarrow) {
    setPanel(null);
    setMode('code');
  } else if (session.getState().view.mode === 'design') setMode('split');
  const start = Math.min(text.length, createLineIndex(text).offsetAt(at));
  withPort('source', (source) => source.reveal({ start, end: start }));
}
