import { err, ok, type Result } from '../../base/index.ts';
import { readArguments } from '../readArguments.ts';

/** `signalbox prune`. */
export interface PruneCommand {
  /** The folder that is served. */
  readonly folder: string;
  /** The state folder; null: that of the folder. */
  readonly state: string | null;
  /** How many runs are kept, and for how many days; null: that is not said. */
  readonly runs: number | null;
  readonly days: number | null;
  /** Nothing is removed. */
  readonly isDry: boolean;
}

/** Reads the arguments after `signalbox prune`. The error is one sentence; throws what {@link readArguments} throws. */
export function parsePrune(args: readonly string[]): Result<PruneCommand, string> {
  const { values, positionals } = readArguments(args, {
    state: { type: 'string' },
    'keep-runs': { type: 'string' },
    'keep-days': { type: 'string' },
    'dry-run': { type: 'boolean' },
  });
  const [folder = '.', ...others] = positionals;
  if (others.length > 0) return err('Only one folder can be pruned at a time. Use signalbox prune FOLDER.');
  if (folder === '' || values.state === '')
    return err('The name of a folder is empty. Is a variable of your shell unset?');
  const [runs, days] = [values['keep-runs'], values['keep-days']];
  if (runs !== undefined && !/^[1-9]\d{0,8}$/.test(runs)) return err('--keep-runs needs a whole number of at least 1.');
  if (days !== undefined && !(/^\d+(\.\d+)?$/.test(days) && Number(days) > 0))
    return err('--keep-days needs a number above 0, such as 30.');
  return ok({
    folder,
    state: values.state ?? null,
    runs: runs === undefined ? null : Number(runs),
    days: days === undefined ? null : Number(days),
    isDry: values['dry-run'] === true,
  });
}
