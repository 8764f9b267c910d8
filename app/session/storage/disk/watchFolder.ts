import type { FolderState } from '../../store/State.ts';
import { session, update } from '../../store/store.ts';
import { dismissLoss, reportLoss } from '../losses.ts';
import { storageRuntime } from '../runtime.ts';
import { checkFolder, currentFolder } from './disk.ts';
import { reopenFolder } from './folderMemory.ts';

/** How often it is looked whether the folder can be written, in ms: a loss is shown within a second. */
const EVERY = 700;

const WHY = {
  gone: (name: string) =>
    `The folder ${name} is gone from the disk: it was moved, renamed or deleted. Your files are safe in this browser. Put the folder back and reconnect it, or open another one.`,
  ended: (name: string) =>
    `The folder ${name} cannot be reached, because signalbox open has ended. Your files are safe in this browser: start it again for the same folder, and what is not saved is still here.`,
  unreadable: (name: string) =>
    `The folder ${name} cannot be read: the disk or another program denies access. Your files are safe in this browser. Check the disk; the folder is used again as soon as it can be read.`,
  denied: (name: string) =>
    `The browser no longer lets the page write to the folder ${name}. Your files are safe in this browser. Reconnect it to save there again.`,
} satisfies Record<NonNullable<FolderState['trouble']>, (name: string) => string>;

/** Looks, while the page is seen, whether the open folder is there and may be written. Answers with a function that stops that. */
export function watchFolder(): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') void look();
  }, EVERY);
  return () => clearInterval(timer);
}

/** Ties the folder again that was lost, or that was open at the last visit. To be called while the user presses something. */
export async function reconnectFolder(): Promise<void> {
  const folder = currentFolder();
  if (folder === null) {
    await reopenFolder();
    return;
  }
  await folder.allow();
  await look();
}

async function look(): Promise<void> {
  const folder = currentFolder();
  if (folder === null) dismissLoss('folder');
  if (folder === null || storageRuntime.isLooking) return;
  storageRuntime.isLooking = true;
  const found = await folder.check();
  storageRuntime.isLooking = false;
  const {
    storage: { folder: state },
  } = session.getState();
  if (currentFolder() !== folder || state === null || found === (state.trouble ?? 'fine')) return;
  const { trouble: _, ...sound } = state;
  if (found === 'fine') {
    update({ storage: { folder: sound } });
    dismissLoss('folder');
    await checkFolder();
  } else {
    update({ storage: { folder: { ...sound, trouble: found } } });
    reportLoss({ store: 'folder', message: WHY[found](folder.name) });
  }
}
