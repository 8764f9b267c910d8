import { err, type Json, ok, type Result, readExactly, tellLost } from '../base/index.ts';
import { parseBudget } from './budget.ts';
import { GIVEN_OPTIONS, parseGiven } from './given/parseGiven.ts';
import type {
  NewStart,
  OutputOptions,
  PartOptions,
  RecordOptions,
  ResumeStart,
  RunCommand,
  StartOptions,
} from './given/RunCommand.ts';
import { readArguments } from './readArguments.ts';

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

type Options = ReturnType<typeof readOptions>['values'];

function readOptions(args: readonly string[]) {
  return readArguments(args, OPTIONS);
}

/** Parses the arguments after `signalbox run`. The error is one sentence; throws what {@link readArguments} throws. */
export function parseRun(args: readonly string[]): Result<RunCommand, string> {
  const { values, positionals } = readOptions(args);
  const [file = null, ...others] = positionals;
  if (file === null && !values.resume && !values.watch) return err('No file to run was given. Use signalbox run FILE.');
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
  const { repeat, ...named } = given.value;
  const start = {
    ...named,
    virtualTime: values['virtual-time'] ?? false,
    signals: signals.value,
    workspace: values.workspace ?? null,
    state: values.state ?? null,
    budget: budget.value,
  };
  if (values.watch) return toWatch(values, file);
  if (values.resume || file === null) return toResume(values, file, { ...start, repeat });
  return toNew(values, file, { ...start, seed: seed.value });
}
/** That there are further arguments; what they are is not repeated where one may be a value, such as in `--secret NAME VALUE`. */
function explainOthers(others: readonly string[], { secret, env, header }: Options): string {
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
function readSignals(entries: readonly string[]): Result<StartOptions['signals'], string> {
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

function toWatch(values: Options, file: string | null): Result<RunCommand, string> {
  const { journal } = values;
  if (journal === undefined) return err('--watch shows the run in --journal FILE; name that file.');
  const other = Object.keys(values).find((option) => !['watch', 'journal', 'json'].includes(option));
  if (other !== undefined) return err(`--watch only shows what another process does; --${other} has no place there.`);
  if (file !== null) return err(`--watch shows the run in --journal ${journal}. Remove ${file}.`);
  return ok({ kind: 'watch', record: { journal }, output: toOutput(values) });
}

function toResume(values: Options, file: string | null, start: ResumeStart): Result<RunCommand, string> {
  const { journal } = values;
  if (journal === undefined) return err('--resume continues the run in --journal FILE; name that file.');
  const fixed = FIXED.find((option) => values[option] !== undefined);
  if (fixed !== undefined)
    return err(`--${fixed} is fixed when a run starts; --resume continues with what it started with.`);
  const record = { ...toRecord(values), journal };
  return ok({ kind: 'resume', source: { file }, start, record, output: toOutput(values) });
}

/** Options of a new run alone. */
const FIXED = ['from', 'until', 'reuse', 'input', 'seed', 'simulate', 'thread'] as const;

function toNew(
  values: Options,
  file: string,
  options: StartOptions & Pick<NewStart, 'seed'>,
): Result<RunCommand, string> {
  if (values.repeat !== undefined)
    return err('--repeat says what happens to calls that were cut off when a run is resumed; it needs --resume.');
  const part = toPart(values);
  if (!part.ok) return part;
  const source = { file, input: values.input ?? null, thread: values.thread ?? null };
  const start = { ...options, simulate: values.simulate ?? false, part: part.value };
  return ok({ kind: 'new', source, start, record: toRecord(values), output: toOutput(values) });
}

function toPart(values: Options): Result<PartOptions | null, string> {
  const { from, until: end, reuse: earlier } = values;
  const [until, reuse] = [end ?? null, earlier ?? null];
  if (from !== undefined) return ok({ from, until, reuse });
  if (until !== null) return ok({ from: null, until, reuse });
  if (reuse === null) return ok(null);
  return err('--reuse needs --from or --until: it takes the results of the other tasks from an earlier run.');
}

function toRecord({ journal, events, force = false }: Options): RecordOptions {
  return { journal: journal ?? null, events: events ?? null, force };
}

function toOutput({ json = false }: Options): OutputOptions {
  return { isJson: json };
}
