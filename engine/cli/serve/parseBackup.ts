import { err, ok, type Result } from '../../base/index.ts';
import { readArguments } from '../readArguments.ts';

/** `signalbox backup` and `signalbox restore`. */
export interface BackupCommand {
  readonly name: 'backup' | 'restore';
  /** The folder of the copy. */
  readonly copy: string;
  /** The folder that is served. */
  readonly folder: string;
  /** The state folder; null: that of the folder. */
  readonly state: string | null;
}

/** Reads the arguments after `signalbox backup` or `restore`. The error is one sentence; throws what {@link readArguments} throws. */
export function parseBackup(name: BackupCommand['name'], args: readonly string[]): Result<BackupCommand, string> {
  const { values, positionals } = readArguments(args, { state: { type: 'string' } });
  const [copy, folder = '.', ...others] = positionals;
  if (copy === undefined) return err(`Name the folder of the copy: signalbox ${name} COPY [FOLDER].`);
  if (others.length > 0) return err(`Name one copy and at most one folder. Use signalbox ${name} COPY [FOLDER].`);
  if (copy === '' || folder === '' || values.state === '')
    return err('The name of a folder is empty. Is a variable of your shell unset?');
  return ok({ name, copy, folder, state: values.state ?? null });
}
