import { err, ok, type Result } from '../../base/index.ts';
import { readArguments } from '../readArguments.ts';

const FORMATS = ['json', 'markdown', 'svg'] as const;

/** `signalbox diff`. */
export interface DiffCommand {
  /** Each a file, `-`, or `REV:path`. */
  readonly before: string;
  readonly after: string;
  readonly format: 'text' | (typeof FORMATS)[number];
}

/** Reads the arguments of `signalbox diff`. Throws what {@link readArguments} throws. */
export function parseDiff(args: readonly string[]): Result<DiffCommand, string> {
  const { values, positionals } = readArguments(args, {
    json: { type: 'boolean' },
    markdown: { type: 'boolean' },
    svg: { type: 'boolean' },
  });
  if (positionals.includes('')) return err('The name of a file is empty. Is a variable of your shell unset?');
  const [before, after, ...more] = positionals;
  if (before === undefined || after === undefined || more.length > 0)
    return err('Two texts are needed, the older one first. Use signalbox diff A B');
  if (before === '-' && after === '-') return err('Only one of the two can be standard input.');
  const given = FORMATS.filter((format) => values[format] === true);
  const [format = 'text'] = given;
  return given.length > 1 ? err(`--${given.join(' and --')} cannot be given together.`) : ok({ before, after, format });
}
