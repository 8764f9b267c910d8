import { err, ok, type Result } from '../../base/index.ts';
import { COVERED_NAMES, type CoverageTargets, type CoveredName } from '../../testFile/index.ts';
import { FORMAT_OPTIONS, type Format, parseFormat } from '../print/Format.ts';
import { readArguments } from '../readArguments.ts';
import { CHOICE_OPTIONS, parseChoice, type TestChoice } from './chooseTests.ts';
import { LIVE_OPTIONS, type LiveOptions, parseLive } from './live/parseLive.ts';
import type { RunToTest } from './saveFromRun.ts';

/** `signalbox test`. */
export interface TestCommand {
  /** Test files, and folders that are searched for them. */
  readonly files: readonly string[];
  readonly format: Format;
  /** Where the results are written for a CI; null: nowhere. */
  readonly junit: string | null;
  /** What is done about what the tests reached; null: nothing. */
  readonly coverage: CoverageOptions | null;
  /** Whether the workflows are changed, to see whether the tests notice; null: they are not. */
  readonly mutation: MutationOptions | null;
  readonly choice: TestChoice;
  /** Whether what a change of a file touches is played again, until the command is stopped. */
  readonly isWatching: boolean;
  /** Whether what failed tests reached is written in the place of what they expect. */
  readonly isUpdating: boolean;
  /** Whether answers that tests lack are asked for real and written. */
  readonly isRecording: boolean;
  /** What answers `live` are asked with; null: nothing is asked for real. */
  readonly live: LiveOptions | null;
  readonly grids: GridOptions;
  /** The recorded run that becomes a test; null: tests are played. */
  readonly fromRun: RunToTest | null;
}

/** Where the results of datasets are written, and which they are compared with; null: nowhere, none. */
export interface GridOptions {
  readonly csv: string | null;
  readonly jsonl: string | null;
  /** A file that `--json` printed. */
  readonly compare: string | null;
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
  /** What the tests of each workflow must come to; what it does not name is as test files ask for it. */
  readonly least: CoverageTargets;
}

/** Reads the arguments of `signalbox test`. Throws what {@link readArguments} throws. */
export function parseTest(args: readonly string[]): Result<TestCommand, string> {
  const { values, positionals } = readArguments(args, {
    ...FORMAT_OPTIONS,
    junit: { type: 'string' },
    coverage: { type: 'boolean' },
    'coverage-file': { type: 'string' },
    'min-coverage': { type: 'string' },
    mutate: { type: 'boolean' },
    'min-score': { type: 'string' },
    csv: { type: 'string' },
    jsonl: { type: 'string' },
    compare: { type: 'string' },
    watch: { type: 'boolean' },
    update: { type: 'boolean' },
    record: { type: 'boolean' },
    'from-run': { type: 'string' },
    output: { type: 'string', short: 'o' },
    ...CHOICE_OPTIONS,
    ...LIVE_OPTIONS,
  });
  if (positionals.includes('')) return err('The name of a file to test is empty. Is a variable of your shell unset?');
  if (values.junit === '') return err('--junit needs the name of a file. Is a variable of your shell unset?');
  const { 'coverage-file': file, 'min-coverage': wanted } = values;
  const { csv = null, jsonl = null, compare = null } = values;
  if ([csv, jsonl, compare].includes(''))
    return err('--csv, --jsonl and --compare need the name of a file. Is a variable of your shell unset?');
  const fromRun = parseFromRun(values, positionals);
  if (!fromRun.ok) return fromRun;
  const format = parseFormat(values);
  if (!format.ok) return format;
  const choice = parseChoice(values);
  if (!choice.ok) return choice;
  const other = values.watch === true ? ONCE.find((option) => values[option] !== undefined) : undefined;
  if (other !== undefined)
    return err(`--watch plays what a change touches, and --${other} is of all tests: use one of them.`);
  const writing = (['update', 'record'] as const).find((option) => values[option] === true);
  if (writing !== undefined && values.seed !== undefined)
    return err(
      `--${writing} writes the results of tests with their own seeds, and --seed changes the seed: use one of them.`,
    );
  const live = parseLive(values);
  if (!live.ok) return live;
  if (file === '') return err('--coverage-file needs the name of a file. Is a variable of your shell unset?');
  const score = values['min-score'];
  if (score !== undefined && !PERCENT.test(score))
    return err(`--min-score takes a whole number from 0 to 100, and not “${score}”.`);
  const least = parseLeast(wanted ?? '');
  if (least === null)
    return err(`--min-coverage takes a whole number from 0 to 100, or ${LEAST}, and not “${wanted}”.`);
  const isCovered = values.coverage === true || file !== undefined || wanted !== undefined;
  return ok({
    files: positionals.length === 0 ? ['.'] : positionals,
    format: format.value,
    junit: values.junit ?? null,
    coverage: isCovered ? { file: file ?? null, least } : null,
    mutation:
      values.mutate === true || score !== undefined ? { least: score === undefined ? null : Number(score) } : null,
    choice: choice.value,
    isWatching: values.watch === true,
    isUpdating: values.update === true,
    isRecording: values.record === true,
    live: live.value,
    grids: { csv, jsonl, compare },
    fromRun: fromRun.value,
  });
}

/** Reads `--from-run RUN [-o FILE]`, which goes with nothing else. */
function parseFromRun(
  values: { readonly 'from-run'?: string; readonly output?: string },
  positionals: readonly string[],
): Result<RunToTest | null, string> {
  const { 'from-run': run, output, ...others } = values;
  if (run === undefined)
    return output === undefined ? ok(null) : err('-o names the test file that --from-run writes to. Give it a run.');
  if (run === '' || output === '')
    return err('--from-run and -o need the name of a file. Is a variable of your shell unset?');
  const [other = positionals.length > 0 ? 'FILE' : null] = Object.keys(others).map((option) => `--${option}`);
  if (other !== null)
    return err(
      `--from-run cannot be combined with ${other}: it adds a test and plays none. -o FILE names the test file.`,
    );
  return ok({ run, output: output ?? null });
}

/** What is told of all tests together. */
const ONCE = [
  'json',
  'format',
  'junit',
  'coverage',
  'coverage-file',
  'min-coverage',
  'mutate',
  'min-score',
  'update',
  'record',
  'live',
  'csv',
  'jsonl',
  'compare',
] as const;

const PERCENT = /^(?:100|\d{1,2})$/;

/** How thresholds of some kinds are written. */
const LEAST = 'such as tasks=100,edges=100,outcomes=60,branches=80';

/** Reads `N` or `tasks=N,edges=N`; null where it is neither. */
function parseLeast(text: string): CoverageOptions['least'] | null {
  const least = new Map<CoveredName, number>();
  if (text === '') return least;
  for (const part of text.split(',')) {
    const [percent = '', written = 'all'] = part.split('=').toReversed();
    const name = COVERED_NAMES.find((each) => each === written);
    if (name === undefined || !PERCENT.test(percent) || part.split('=').length > 2 || least.has(name)) return null;
    least.set(name, Number(percent));
  }
  return least;
}
