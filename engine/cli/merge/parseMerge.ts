import { err, ok, type Result } from '../../base/index.ts';
import { readArguments } from '../readArguments.ts';

/** The exit code of a merge that cannot be made: git takes a driver that ends with more than 128 as failed, and keeps the files as they were. */
export const CANNOT_MERGE = 129;

/** `signalbox merge`. */
export type MergeCommand =
  | {
      readonly mode: 'files';
      readonly base: string;
      readonly ours: string;
      readonly theirs: string;
      /** Null: standard output. */
      readonly out: string | null;
      readonly markerSize: number;
      /** What the file is called where it is kept, by which it is known what is in it. */
      readonly path: string;
      /** Whether git asks: the result goes where ours was. */
      readonly isDriver: boolean;
      /** Recorded runs, test files, and folders that hold some: the result is proved by them. */
      readonly prove: readonly string[];
    }
  | {
      readonly mode: 'marked';
      readonly file: string;
      readonly out: string | null;
      readonly markerSize: number;
    }
  | { readonly mode: 'install' };

const USAGE = 'Use signalbox merge BASE OURS THEIRS, or signalbox merge FILE for a file with conflict markers.';

/** Reads the arguments of `signalbox merge`. Throws what {@link readArguments} throws. */
export function parseMerge(args: readonly string[]): Result<MergeCommand, string> {
  const { values, positionals } = readArguments(args, {
    out: { type: 'string', short: 'o' },
    driver: { type: 'boolean' },
    install: { type: 'boolean' },
    'marker-size': { type: 'string' },
    path: { type: 'string' },
    prove: { type: 'string', multiple: true },
  });
  if (values.install === true) {
    return positionals.length === 0 ? ok({ mode: 'install' }) : err('--install takes no file.');
  }
  const markerSize = values['marker-size'] ?? '7';
  if (!/^[1-9]\d{0,2}$/.test(markerSize))
    return err(`--marker-size takes a whole number, such as 7, and not “${markerSize}”.`);
  const prove = values.prove ?? [];
  if ([...positionals, ...prove].includes(''))
    return err('The name of a file is empty. Is a variable of your shell unset?');
  const given = { out: values.out ?? null, markerSize: Number(markerSize) } as const;
  const [base, ours, theirs, ...more] = positionals;
  if (prove.length > 0 && (positionals.length !== 3 || values.driver === true))
    return err('--prove needs the three files: signalbox merge BASE OURS THEIRS --prove RUN|TEST|FOLDER.');
  if (base !== undefined && positionals.length === 1 && values.driver !== true)
    return ok({ ...given, mode: 'marked', file: base });
  if (base === undefined || ours === undefined || theirs === undefined || more.length > 0)
    return err(`Three files are needed: that before the changes, and those with the changes of each side. ${USAGE}`);
  if (values.driver === true && values.out !== undefined) return err('--driver writes to OURS. Remove -o.');
  return ok({
    ...given,
    mode: 'files',
    base,
    ours,
    theirs,
    path: values.path ?? ours,
    isDriver: values.driver === true,
    prove,
  });
}
