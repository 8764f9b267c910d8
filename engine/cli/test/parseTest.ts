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
  /** What is done about what the tests came to; null: nothing. */
  readonly coverage: CoverageOptions | null;
  /** Whether the workflows are changed, to see whether the tests notice; null: they are not. */
  readonly mutation: MutationOptions | null;
}

/** How changes of workflows are told. */
export interface MutationOptions {
  /** Percent of its changes that the tests of a workflow must notice at least; null: any. */
  readonly least: number | null;
}

/** How coverage is told. */
export interface CoverageOptions {
  /** Where it is written, as JSON for a name that ends so, else as lcov; null: nowhere. */
  readonly file: string | null;
  /** Percent of each workflow that its tests must come to at least; null: any. */
  readonly least: number | null;
}

/** Reads the arguments of `signalbox test`. Throws what `parseArgs` throws. */
export function parseTest(args: readonly string[]): Result<TestCommand, string> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      junit: { type: 'string' },
      coverage: { type: 'boolean' },
      'coverage-file': { type: 'string' },
      'min-coverage': { type: 'string' },
      mutate: { type: 'boolean' },
      'min-score': { type: 'string' },
    },
  });
  if (positionals.includes('')) return err('The name of a file to test is empty. Is a variable of your shell unset?');
  if (values.junit === '') return err('--junit needs the name of a file. Is a variable of your shell unset?');
  const { 'coverage-file': file, 'min-coverage': least } = values;
  if (file === '') return err('--coverage-file needs the name of a file. Is a variable of your shell unset?');
  const score = values['min-score'];
  for (const [option, percent] of [
    ['--min-coverage', least],
    ['--min-score', score],
  ] as const)
    if (percent !== undefined && !/^(?:100|\d{1,2})$/.test(percent))
      return err(`${option} takes a whole number from 0 to 100, and not “${percent}”.`);
  const isCovered = values.coverage === true || file !== undefined || least !== undefined;
  return ok({
    name: 'test',
    files: positionals.length === 0 ? ['.'] : positionals,
    isJson: values.json ?? false,
    junit: values.junit ?? null,
    coverage: isCovered ? { file: file ?? null, least: least === undefined ? null : Number(least) } : null,
    mutation:
      values.mutate === true || score !== undefined ? { least: score === undefined ? null : Number(score) } : null,
  });
}
