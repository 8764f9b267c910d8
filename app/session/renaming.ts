import { lazyModule } from '../ui/lazyModule.ts';
import { withModule } from './withModule.ts';

const renaming = lazyModule(() => import('./renameFile.ts'));

/** Renames a file of the workspace, or moves it to another folder; what cannot be done is told. */
export function renameFile(path: string, to: string): void {
  withModule(renaming, (module) => module.renameFile(path, to));
}
