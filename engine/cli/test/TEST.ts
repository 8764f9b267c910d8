import { COVERED_NAMES, type CoverageTargets, type CoveredName } from '../../testFile/index.ts';
import { allBut, defineArguments, type Parsed } from '../arguments/Arguments.ts';
import { file, flag, misuse, value, whole } from '../arguments/options.ts';
import { FORMAT, formatOf } from '../print/Format.ts';
import { CHOICE } from './chooseTests.ts';
import { FRESH_LIVE, liveOf, OF_REAL } from './live/LIVE.ts';

const OPTIONS = {
  ...CHOICE,
  ...FRESH_LIVE,
  format: FORMAT,
  /** Where the results are written for a CI. */
  junit: file,
  coverage: flag,
  /** Where coverage is written, as JSON for a name that ends so, else as lcov. */
  coverageFile: file,
  /** What the tests of each workflow must come to; what it does not name is as test files ask for it. */
  minCoverage: value(
    readTargets,
    'a whole number from 0 to 100, or values such as tasks=100,edges=100,outcomes=60,branches=80',
  ),
  mutate: flag,
  /** Percent of its changes that the tests of a workflow must notice at least. */
  minScore: whole(0, 100),
  /** Where the results of datasets are written. */
  csv: file,
  jsonl: file,
  /** The result that datasets are compared with: a file that `--json` printed. */
  compare: file,
  /** Whether what a change of a file touches is played again, until the command is stopped. */
  watch: flag,
  /** Whether what failed tests reached is written in the place of what they expect. */
  update: flag,
  /** Whether answers that tests lack are asked for real and written. */
  record: flag,
  /** The recorded run that becomes a test, in the file `output`: a journal, or a run that the app has exported. */
  fromRun: file,
  output: { ...file, short: 'o' },
} as const;

/** What `signalbox test` takes. */
export const TEST = defineArguments(
  'test',
  OPTIONS,
  ({ fresh, ...values }, names) => {
    if (values.fromRun !== null && names.length > 0)
      throw misuse('--from-run adds a test and plays none: it takes no FILE.');
    const { coverage, coverageFile, minCoverage, mutate, minScore } = values;
    const isCovered = coverage || coverageFile !== null || minCoverage !== null;
    return {
      ...values,
      /** Test files, and folders that are searched for them. */
      files: names.length === 0 ? ['.'] : names,
      format: formatOf(values),
      /** What is done about what the tests reached; null: nothing. */
      coverage: isCovered ? { file: coverageFile, least: minCoverage ?? new Map<CoveredName, number>() } : null,
      /** How changes of the workflows are told, to see whether the tests notice; null: there are none. */
      mutation: mutate || minScore !== null ? { least: minScore } : null,
      /** What answers `live` are asked with; null: nothing is asked for real. */
      live: liveOf({ fresh, ...values }),
    };
  },
  [
    { where: ['fromRun'], not: allBut(OPTIONS, 'output'), why: '--from-run adds a test and plays none.' },
    { where: ['output'], needs: ['fromRun'], why: 'It names the test file that this writes to.' },
    {
      where: ['watch'],
      not: ['json', ...allBut(OPTIONS, 'name', 'shard', 'seed')],
      why: '--watch plays what a change touches.',
    },
    { where: ['update', 'record'], not: ['seed'], why: 'Results are written with the seed of each test.' },
    { where: allBut(FRESH_LIVE, 'live'), needs: ['live', 'record'], why: OF_REAL },
  ],
);

export type TestCommand = Parsed<typeof TEST>;

/** Reads `N` or `tasks=N,edges=N`. */
function readTargets(text: string): CoverageTargets | undefined {
  const least = new Map<CoveredName, number>();
  for (const part of text.split(',')) {
    const [percent = '', written = 'all'] = part.split('=').toReversed();
    const name = COVERED_NAMES.find((each) => each === written);
    const isFit = /^(?:100|\d{1,2})$/.test(percent) && part.split('=').length <= 2;
    if (name === undefined || !isFit || least.has(name)) return undefined;
    least.set(name, Number(percent));
  }
  return least;
}
