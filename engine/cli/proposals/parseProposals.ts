import { err, ok, type Result } from '../../base/index.ts';
import { readArguments } from '../readArguments.ts';

/** `signalbox proposals`. */
export interface ProposalsCommand {
  /** The workspace. */
  readonly folder: string;
  readonly act:
    | { readonly kind: 'list' }
    | { readonly kind: 'show' | 'reject'; readonly id: string }
    /** `only`: the changes to accept, from 1; null: all. */
    | { readonly kind: 'accept'; readonly id: string; readonly only: readonly number[] | null };
}

/** Reads the arguments of `signalbox proposals`. Throws what {@link readArguments} throws. */
export function parseProposals(args: readonly string[]): Result<ProposalsCommand, string> {
  const { values, positionals } = readArguments(args, {
    show: { type: 'string' },
    accept: { type: 'string' },
    only: { type: 'string' },
    reject: { type: 'string' },
  });
  const [folder = '.', ...others] = positionals;
  if (others.length > 0 || folder === '') return err('One folder is looked at. Use signalbox proposals FOLDER.');
  const { show, accept, only, reject } = values;
  if ([show, accept, reject].filter((id) => id !== undefined).length > 1)
    return err('Use one of --show, --accept and --reject at a time.');
  if (only !== undefined && accept === undefined) return err('--only goes with --accept.');
  const chosen = only === undefined ? null : readNumbers(only);
  if (chosen?.length === 0) return err('--only takes the numbers of changes, such as 1,3.');
  if (accept !== undefined) return ok({ folder, act: { kind: 'accept', id: accept, only: chosen } });
  if (reject !== undefined) return ok({ folder, act: { kind: 'reject', id: reject } });
  return ok({ folder, act: show === undefined ? { kind: 'list' } : { kind: 'show', id: show } });
}

function readNumbers(written: string): readonly number[] {
  return /^[1-9]\d{0,3}(,[1-9]\d{0,3})*$/u.test(written) ? written.split(',').map(Number) : [];
}
