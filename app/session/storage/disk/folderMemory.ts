import { forgetFolder, keepFolder, readKeptFolder, servedId } from '../../../platform/index.ts';
import { lazyModule } from '../../../ui/lazyModule.ts';
import { notify } from '../../store/notices.ts';
import { session, update, watch } from '../../store/store.ts';
import { withModule } from '../../store/withModule.ts';
import { storageRuntime } from '../runtime.ts';
import { checkFolder, currentFolder, layoutTextsOnDisk, resumeFolder } from './disk.ts';

const served = lazyModule(() => import('./servedFolder.ts'));

/**
 * Ties the workspace again to the folder that was open when the page went away, and remembers the one that is open from
 * then on. Where the browser wants to ask the user first, the folder is offered. A tab that only follows leaves it alone.
 */
export async function connectFolderMemory(): Promise<() => void> {
  // A tab that follows needs the key, too: it may become the one that writes.
  if (servedId() !== '')
    await served.load().then(
      ({ enter }) => enter(),
      () => undefined,
    );
  await restore();
  const stops = [
    watch(
      ({ storage: { folder } }) => folder,
      (state) => {
        if (session.getState().storage.role === 'follower') return;
        if (state) update({ storage: { folderToReopen: null } });
        rememberFolder();
      },
    ),
    watch(
      ({ storage: { role } }) => role,
      () => void restore(),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Writes which folder is open, or that none is, where the next visit finds it. */
export function rememberFolder(): void {
  const folder = currentFolder();
  const {
    storage: { folder: state },
  } = session.getState();
  // What cannot be remembered has to be opened again by hand: nothing is lost.
  (state && folder ? keepFolder(folder, { ...state, layouts: layoutTextsOnDisk() }) : forgetFolder()).catch(
    () => undefined,
  );
}

/** Opens the folder that is offered; asks the user for leave, so only while they press something. Answers whether it is open. */
export async function reopenFolder(): Promise<boolean> {
  const wanted = storageRuntime.keptFolder;
  if (servedId() !== '') return openServed();
  if (!wanted) return false;
  const denied = `The browser does not let the page use the folder ${wanted.name}. Your files are safe on this device.`;
  const folder = await wanted.connect(true).catch((error: Error) => error);
  if (folder === null || folder instanceof Error) {
    notify(folder === null ? { kind: 'warning', message: denied } : { kind: 'error', message: folder.message });
    return false;
  }
  resumeFolder(folder, wanted);
  await checkFolder();
  return true;
}

/** Drops the offer of the folder that was open. */
export function dismissFolder(): void {
  storageRuntime.keptFolder = null;
  update({ storage: { folderToReopen: null } });
  forgetFolder().catch(() => undefined);
}

async function restore(): Promise<void> {
  const {
    storage: { role, folder },
  } = session.getState();
  if (role === 'follower') return;
  if (folder !== null) {
    await storageRuntime.follow?.();
    return;
  }
  if (servedId() !== '') {
    await openServed();
    return;
  }
  const kept = await readKeptFolder().catch(() => null);
  storageRuntime.keptFolder = kept;
  if (!kept || session.getState().storage.folder !== null) return;
  const granted = await kept.connect(false).catch(() => null);
  if (granted) {
    resumeFolder(granted, kept);
    await checkFolder();
    return;
  }
  update({ storage: { folderToReopen: kept.name } });
  notify({
    kind: 'info',
    message: `The folder ${kept.name} was open here. Reconnect it so that Save writes to it again.`,
    action: { label: 'Reconnect', run: () => void reopenFolder() },
  });
}

async function openServed(): Promise<boolean> {
  withModule(served, ({ openServed }) => void openServed());
  return true;
}
