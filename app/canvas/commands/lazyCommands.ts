import { withModule } from '../../session/index.ts';
import { lazyModule } from '../../ui/index.ts';

type Commands = typeof import('./index.ts');

/** The commands of the canvas, loaded ahead or with the first of them. */
export const commands = lazyModule(() => import('./index.ts'), { isPart: true });

/** Runs a command: immediately, or as soon as the commands are loaded. */
export function withCommands(use: (commands: Commands) => void): void {
  withModule(commands, use);
}
