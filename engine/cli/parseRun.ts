import { parseArgs } from 'node:util';
import { err, type Json, ok, type Result, readExactly, tellLost } from '../base/index.ts';
import type { Budget } from '../run/index.ts';
import { parseBudget } from './budget.ts';
import { GIVEN_OPTIONS, type GivenOptions, parseGiven } from './given/parseGiven.ts';

/** The parsed arguments of `signalbox run`. */
export interface RunCommand extends GivenOptions {
  readonly name: 'run';
  /** The workflow; null with --resume, where the journal holds its text. */
  readonly file: string | null;
  /** JSON, or `@` and the name of a file with JSON; null when absent. */
  readonly input: string | null;
  readonly simulate: boolean;
  /** An unsigned 32-bit integer; null when absent. */
  readonly seed: number | null;
  readonly virtualTime: boolean;
  readonly isJson: boolean;
  /** File the events go to; null when absent. */
  readonly events: string | null;
  /** File of the journal; null when absent. */
  readonly journal: string | null;
  /** True: the run in `journal` is resumed. */
  readonly resumes: boolean;
  /** Shows the run in the journal while another process executes it. */
  readonly watches: boolean;
  /** Writes over files that are in the place of the journal and the events. */
  readonly force: boolean;
  /** Tasks the run begins and ends with. */
  readonly from: string | null;
  readonly until: string | null;
  /** File of the journal of an earlier run, whose results are reused; null when absent. */
  readonly reuse: string | null;
  readonly signals: readonly { readonly name: string; readonly payload: Json }[];
  /** Id of the conversation that agents continue; null when absent. */
  readonly thread: string | null;
  /** Folder that tools may read and write; null: none. */
  readonly workspace: string | null;
  /** Folder that keeps values across runs; null: nothing is kept. */
  readonly state: string | null;
  /** What its models may use; null when absent. */
  readonly budget: Budget | null;
}

const HIGHEST_SEED = 2 ** 32 - 1;

const OPTIONS = {
  ...GIVEN_OPTIONS,
  input: { type: 'string' },
  simulate: { type: 'boolean' },
  seed: { type: 'string' },
  'virtual-time': { type: 'boolean' },
  json: { type: 'boolean' },
  events: { type: 'string' },
  journal: { type: 'string' },
  resume: { type: 'boolean' },
  watch: { type: 'boolean' },
  force: { type: 'boolean' },
  from: { type: 'string' },
  until: { type: 'string' },
  reuse: { type: 'string' },
  signal: { type: 'string', multiple: true },
  thread: { type: 'string' },
  workspace: { type: 'string' },
  state: { type: 'string' },
  'budget-tokens': { type: 'string' },
  'budget-cost': { type: 'string' },
} as const;

/** Parses the arguments after `signalbox run`. The error is one sentence; throws what `parseArgs` throws on unknown options. */
export function parseRun(args: readonly string[]): Result<RunCommand, string> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  const resumes = values.resume ?? false;
  const watches = values.watch ?? false;
  const [file, ...others] = positionals;
  if (file === undefined && !resumes && !watches) return err('No file to run was given. Use signalbox run FILE.');
  if (file === '') return err('The name of the file to run is empty. Is a variable of your shell unset?');
  if (others.length > 0) return err(explainOthers(others, values));
  const seed = readSeed(values.seed);
  if (!seed.ok) return seed;
  const given = parseGiven(values);
  if (!given.ok) return given;
  const signals = readSignals(values.signal ?? []);
  if (!signals.ok) return signals;
  const budget = parseBudget(values['budget-tokens'], values['budget-cost']);
  if (!budget.ok) return budget;
  const misfit = explainMisfit(values);
  if (misfit !== null) return err(misfit);
  return ok({
    name: 'run',
    ...given.value,
    file: file ?? null,
    input: values.input ?? null,
    simulate: values.simulate ?? false,
    seed: seed.value,
    virtualTime: values['virtual-time'] ?? false,
    isJson: values.json ?? false,
    events: values.events ?? null,
    journal: values.journal ?? null,
    resumes,
    watches,
    force: values.force ?? false,
    from: values.from ?? null,
    until: values.until ?? null,
    reuse: values.reuse ?? null,
    signals: signals.value,
    thread: values.thread ?? null,
    workspace: values.workspace ?? null,
    state: values.state ?? null,
    budget: budget.value,
  });
}

/** That there are further arguments; what they are is not repeated where one may be a value, such as in `--secret NAME VALUE`. */
function explainOthers(others: readonly string[], { secret, env, header }: Values): string {
  if ([secret, env, header].every((given) => given === undefined))
    return `One file runs at a time; there is also "${others.join('", "')}".`;
  const count = others.length === 1 ? 'is 1 further argument' : `are ${others.length} further arguments`;
  return `One file runs at a time; there ${count}. A value is written with its name: NAME=VALUE.`;
}

function readSeed(text: string | undefined): Result<number | null, string> {
  if (text === undefined) return ok(null);
  const seed = Number(text);
  if (text.trim() !== '' && Number.isInteger(seed) && seed >= 0 && seed <= HIGHEST_SEED) return ok(seed);
  return err(`--seed takes a whole number from 0 to ${HIGHEST_SEED}, not "${text}".`);
}

const NO_PAYLOAD = { value: null, lost: [] };

/** `NAME=JSON`; without a value the payload is null. */
function readSignals(entries: readonly string[]): Result<RunCommand['signals'], string> {
  const signals: { name: string; payload: Json }[] = [];
  for (const entry of entries) {
    const equals = entry.indexOf('=');
    const name = equals === -1 ? entry : entry.slice(0, equals);
    if (name === '') return err(`--signal takes NAME or NAME=JSON, not "${entry}".`);
    try {
      const { value, lost } = equals === -1 ? NO_PAYLOAD : readExactly(entry.slice(equals + 1));
      const problem = tellLost(lost, `--signal ${name}`);
      if (problem !== null) return err(problem);
      signals.push({ name, payload: value });
    } catch {
      return err(`--signal ${name}: what follows = is not JSON. A text is written in quotes, as in '${name}="yes"'.`);
    }
  }
  return ok(signals);
}

interface Values {
  readonly [option: string]: unknown;
}

/** The error for options that need or exclude one another; null if there is none. */
function explainMisfit(values: Values): string | null {
  const { resume, watch, journal, from, until, reuse, repeat } = values;
  if (resume === true && journal === undefined) return '--resume continues the run in --journal FILE; name that file.';
  if (watch === true && journal === undefined) return '--watch shows the run in --journal FILE; name that file.';
  if (watch === true) {
    const other = Object.keys(values).find((option) => !['watch', 'journal', 'json'].includes(option));
    if (other !== undefined) return `--watch only shows what another process does; --${other} has no place there.`;
  }
  if (resume === true) {
    const fixed = ['from', 'until', 'reuse', 'input', 'seed', 'simulate', 'thread'].find(
      (option) => values[option] !== undefined,
    );
    if (fixed !== undefined)
      return `--${fixed} is fixed when a run starts; --resume continues with what it started with.`;
  }
  if (repeat !== undefined && resume !== true)
    return '--repeat says what happens to calls that were cut off when a run is resumed; it needs --resume.';
  if (reuse !== undefined && from === undefined && until === undefined)
    return '--reuse needs --from or --until: it takes the results of the other tasks from an earlier run.';
  return null;
}
