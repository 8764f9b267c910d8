import { parseArgs } from 'node:util';
import { err, ok, type Result } from '../../base/index.ts';

/** `signalbox test`. */
export interface TestCommand {
  readonly name: 'test';
  /** Test files, and folders that are searched for them. */
  readonly files: readonly string[];
  readonly isJson: boolean;
  /** Where the results are written for a CI; null: nowhere. */
  readonly junit: string | null;
}

/** Reads the arguments of `signalbox test`. Throws what `parseArgs` throws. */
export function parseTest(args: readonly string[]): Result<TestCommand, string> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean' }, junit: { type: 'string' } },
  });
  if (positionals.includes('')) return err('The name of a file to test is empty. Is a variable of your shell unset?');
  if (values.junit === '') return err('--junit needs the name of a file. Is a variable of your shell unset?');
  const files = positionals.length === 0 ? ['.'] : positionals;
  return ok({ name: 'test', files, isJson: values.json ?? false, junit: values.junit ?? null });
}
