import type { LazyModule } from '../../ui/lazyModule.ts';
import { notify } from './notices.ts';

/**
 * Does something with code that is loaded later: now where it is loaded, else when it is. Where it cannot be loaded the
 * user reads why, and may try again.
 */
export function withModule<Module>(module: LazyModule<Module>, use: (module: Module) => void): void {
  const loaded = module.loaded();
  if (loaded !== null) use(loaded);
  else
    module
      .load()
      .then(use, ({ message }: Error) => notify({ kind: 'error', message: `That was not done. ${message}` }));
}
