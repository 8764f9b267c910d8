import { createHistory } from '#engine';
import { type Folder, readServedKnowledge } from '../../../platform/index.ts';
import { connectServed, enterServed } from '../../../platform/servedFolder.ts';
import { notify } from '../../store/notices.ts';
import { session, update } from '../../store/store.ts';
import { storageRuntime } from '../runtime.ts';
import { currentFolder, openFolder, resumeFolder } from './disk.ts';
import { followFolder } from './followFolder.ts';

/** Lets this browser in to the folder that is served with the page, where its address says that it may be. */
export async function enter(): Promise<void> {
  await enterServed().catch(sayFailure);
}

/** Ties the workspace to the folder that is served with the page, and from then on follows what other programs do there. */
export async function openServed(): Promise<void> {
  try {
    const served = await connectServed();
    const kept = await readServedKnowledge().catch(() => null);
    if (currentFolder() !== null || session.getState().storage.role === 'follower') return;
    if (kept) resumeFolder(served, kept);
    else await openFirst(served);
    follow(served);
  } catch (error) {
    sayFailure(error);
  }
}

/** Opens a folder whose files are the workspace: that they came in is nothing to undo, for Save would remove them then. */
async function openFirst(served: Folder): Promise<void> {
  const isAlone = session.getState().document.workspace.files.size === 0;
  await openFolder(served);
  if (isAlone) update({ document: { history: createHistory() } });
}

function follow(served: Folder): void {
  let last = Promise.resolve();
  /** One look at a time: a text that was read earlier never comes in later. */
  const followNext = (paths: readonly string[] | null): Promise<void> => {
    last = last.then(() => followFolder(served, paths)).catch(sayFailure);
    return last;
  };
  storageRuntime.follow = () => followNext(null);
  const stop = served.watch?.(async (paths) => {
    if (currentFolder() === served) await followNext(paths);
    else stop?.();
  });
}

function sayFailure(error: unknown): void {
  notify({ kind: 'error', message: error instanceof Error ? error.message : String(error) });
}
