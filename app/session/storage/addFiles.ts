import type { ReadFiles } from '../../platform/index.ts';
import { lazyModule } from '../../ui/lazyModule.ts';
import { withModule } from '../store/withModule.ts';

const imports = lazyModule(() => import('./imports.ts'));

/** Adds files a user gave to the workspace, once what reads them is loaded. */
export function addFiles(files: ReadFiles): void {
  withModule(imports, ({ importFiles }) => importFiles(files));
}
