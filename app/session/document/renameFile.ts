import { lazyModule } from '../../ui/lazyModule.ts';
import { withModule } from '../store/withModule.ts';

const renaming = lazyModule(() => import('./renameWithImports.ts'));

/** Renames a file of the workspace, or moves it to another folder; a refusal is shown. */
export function renameFile(path: string, to: string): void {
  withModule(renaming, (module) => module.renameWithImports(path, to));
}
