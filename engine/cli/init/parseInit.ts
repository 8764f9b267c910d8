import { err, ok, type Result } from '../../base/index.ts';
import { readArguments } from '../readArguments.ts';
import type { InitCommand } from './initCommand.ts';

/** Reads the arguments of `signalbox init`. Throws what {@link readArguments} throws. */
export function parseInit(args: readonly string[]): Result<InitCommand, string> {
  const { positionals } = readArguments(args, {});
  const [folder = '.', ...others] = positionals;
  if (others.length > 0 || folder === '') return err('One folder is set up. Use signalbox init FOLDER.');
  return ok({ folder });
}
