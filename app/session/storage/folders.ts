import { lazyModule } from '../../ui/lazyModule.ts';
import { withModule } from '../store/withModule.ts';

type Folders = typeof import('./disk/folderTools.ts');

/** What deals with folders of the disk; it is there as soon as one is open. */
export const folders = lazyModule(() => import('./disk/folderTools.ts'));

/** Does something with a folder of the disk. */
export function withFolders(use: (folders: Folders) => void): void {
  withModule(folders, use);
}
