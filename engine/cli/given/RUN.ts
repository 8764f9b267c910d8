import { type Json, readExactly, tellLost } from '../../base/index.ts';
import { allBut, defineArguments, type Parsed } from '../arguments/Arguments.ts';
import { flag, misuse, type Option, SEED, text } from '../arguments/options.ts';
import { BUDGET, budgetFrom } from '../budget.ts';
import { GIVEN, givenOf, REPEAT } from './GIVEN.ts';

/** A signal that is sent when a run starts. */
interface NamedSignal {
  readonly name: string;
  readonly payload: Json;
}

/** `NAME=JSON`; without a value the payload is null. */
const SIGNALS: Option<readonly NamedSignal[]> = {
  type: 'string',
  multiple: true,
  read: (entries) => entries.map(readSignal),
};

const OPTIONS = {
  ...GIVEN,
  ...BUDGET,
  /** JSON, or `@` and the name of a file with JSON. */
  input: text,
  simulate: flag,
  seed: SEED,
  virtualTime: flag,
  /** The file the events go to. */
  events: text,
  /** The file of the journal; null: the run is not saved. */
  journal: text,
  resume: flag,
  watch: flag,
  /** Writes over files that are in the place of the journal and the events. */
  force: flag,
  /** The tasks that the run begins and ends with. */
  from: text,
  until: text,
  /** The journal of an earlier run, whose results are reused. */
  reuse: text,
  signal: SIGNALS,
  /** Id of the conversation that agents continue. */
  thread: text,
  /** Folder that tools may read and write; null: none. */
  workspace: text,
  /** Folder that keeps values across runs; null: nothing is kept. */
  state: text,
  repeat: REPEAT,
} as const;

/** What `signalbox run` takes: a new run, one in a journal that is resumed, or one that another process executes and this one shows. */
export const RUN = defineArguments(
  'run',
  OPTIONS,
  (values, [file = null, ...others]) => {
    const { journal, events, force, input, thread, simulate, seed, from, until, reuse, repeat } = values;
    const { virtualTime, signal: signals, workspace, state, resume, watch } = values;
    if (file === null && !resume && !watch) throw misuse('No file to run was given. Use signalbox run FILE.');
    if (others.length > 0) throw misuse(explainOthers(others, values));
    const start = { ...givenOf(values), virtualTime, signals, workspace, state, budget: budgetFrom(values) };
    if (watch) {
      if (journal === null) throw misuse('--watch shows the run in --journal FILE; name that file.', '--watch');
      if (file !== null) throw misuse(`--watch shows the run in --journal ${journal}. Remove ${file}.`, '--watch');
      return { kind: 'watch', record: { journal } } as const;
    }
    if (resume || file === null) {
      if (journal === null) throw misuse('--resume continues the run in --journal FILE; name that file.', '--resume');
      // A file that is named must be that of the journal.
      return {
        kind: 'resume',
        source: { file },
        start: { ...start, repeat },
        record: { journal, events, force },
      } as const;
    }
    const part = from === null && until === null ? null : { from, until, reuse };
    return {
      kind: 'new',
      source: { file, input, thread },
      start: { ...start, simulate, seed, part },
      record: { journal, events, force },
    } as const;
  },
  [
    { where: ['watch'], not: allBut(OPTIONS, 'journal'), why: 'It only shows what another process does.' },
    {
      where: ['from', 'until', 'reuse', 'input', 'seed', 'simulate', 'thread'],
      not: ['resume'],
      why: 'It is fixed when a run starts, and a run continues with what it started with.',
    },
    { where: ['repeat'], needs: ['resume'], why: 'It says what happens to calls that were cut off.' },
    {
      where: ['reuse'],
      needs: ['from', 'until'],
      why: 'It takes the results of the other tasks from an earlier run.',
    },
  ],
);

export type RunCommand = Parsed<typeof RUN>;
export type NewCommand = Extract<RunCommand, { readonly kind: 'new' }>;
export type ResumeCommand = Extract<RunCommand, { readonly kind: 'resume' }>;
export type WatchCommand = Extract<RunCommand, { readonly kind: 'watch' }>;

/** What a run is executed with, whether it is new or resumed. */
export type StartOptions = Omit<ResumeCommand['start'], 'repeat'>;

/** The tasks that a run begins and ends with, at least one of them. */
export type PartOptions = NonNullable<NewCommand['start']['part']>;

/** Where a run is written. */
export type RecordOptions = NewCommand['record'];

/** That there are further arguments; what they are is not repeated where one may be a value, such as in `--secret NAME VALUE`. */
function explainOthers(
  others: readonly string[],
  given: Readonly<Record<'secret' | 'env' | 'header', readonly unknown[]>>,
): string {
  if ([given.secret, given.env, given.header].every((all) => all.length === 0))
    return `One file runs at a time; there is also "${others.join('", "')}".`;
  const count = others.length === 1 ? 'is 1 further argument' : `are ${others.length} further arguments`;
  return `One file runs at a time; there ${count}. A value is written with its name: NAME=VALUE.`;
}

function readSignal(entry: string): NamedSignal {
  const [, name, written] = /^([^=]+)(?:=(.*))?$/s.exec(entry) ?? [];
  if (name === undefined) throw misuse(`--signal takes NAME or NAME=JSON, not "${entry}".`, '--signal');
  if (written === undefined) return { name, payload: null };
  try {
    const { value, lost } = readExactly(written);
    const problem = tellLost(lost, `--signal ${name}`);
    if (problem === null) return { name, payload: value };
    throw misuse(problem, '--signal');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const message = `--signal ${name}: what follows = is not JSON. A text is written in quotes, as in '${name}="yes"'.`;
    throw misuse(message, '--signal');
  }
}
