import { lazyModule } from '../../ui/lazyModule.ts';
import { session } from '../store/store.ts';

const diskFiles = lazyModule(() => import('./disk/diskFiles.ts'));

/** Opens what the system opens with the installed app, where the browser tells of it. */
export async function watchLaunches(): Promise<void> {
  if (!('launchQueue' in globalThis)) return;
  await diskFiles.load().then(
    ({ connect }) => connect(),
    () => undefined,
  );
}

/** Writes the files that the system opened with the app back to the disk; null where there is none. Answers whether all are there. */
export async function saveToFiles(): Promise<boolean | null> {
  if (session.getState().storage.diskFiles.size === 0) return null;
  return (await diskFiles.load()).saveDiskFiles();
}
