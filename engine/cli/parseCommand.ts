import { parseArgs } from 'node:util';
import { err, ok, type Result } from '../base/index.ts';

/** A command line, read. */
export type Command =
  | { readonly name: 'help'; readonly topic: 'check' | 'run' | null }
  | { readonly name: 'version' }
  | { readonly name: 'check'; readonly files: readonly string[]; readonly isJson: boolean }
  | RunCommand;

/** What `signalbox run` is asked to do. */
export interface RunCommand {
  readonly name: 'run';
  readonly file: string;
  /** JSON, or `@` and a file that holds it; null when absent. */
  readonly input: string | null;
  /** `NAME` or `NAME=VALUE`, in order. */
  readonly env: readonly string[];
  readonly simulate: boolean;
  /** An unsigned 32-bit integer; null when absent. */
  readonly seed: number | null;
  readonly virtualTime: boolean;
  readonly isJson: boolean;
}

const HIGHEST_SEED = 2 ** 32 - 1;

/** Reads the arguments after the program's name. The error is one sentence that says what is wrong with them. */
export function parseCommand(args: readonly string[]): Result<Command, string> {
  const [name, ...rest] = args;
  switch (name) {
    case undefined:
      return err('Say what to do: signalbox check FILE, or signalbox run FILE.');
    case '--help':
    case '-h':
    case 'help':
      return ok({ name: 'help', topic: rest[0] === 'check' || rest[0] === 'run' ? rest[0] : null });
    case '--version':
    case '-v':
    case 'version':
      return ok({ name: 'version' });
    case 'check':
      return withHelp('check', rest, parseCheck);
    case 'run':
      return withHelp('run', rest, parseRun);
    default:
      return err(`There is no command "${name}". Commands: check, run.`);
  }
}

function withHelp(
  topic: 'check' | 'run',
  args: readonly string[],
  parse: (args: readonly string[]) => Result<Command, string>,
): Result<Command, string> {
  if (args.includes('--help') || args.includes('-h')) return ok({ name: 'help', topic });
  try {
    return parse(args);
  } catch (error) {
    return err(describeProblem(error, topic));
  }
}

/** Node's own words for what is wrong with an option take several lines; the first says it. */
function describeProblem(error: unknown, topic: 'check' | 'run'): string {
  if (!(error instanceof Error)) return String(error);
  const option = /'(-[^' ]*)/.exec(error.message)?.[1] ?? '';
  switch ('code' in error ? error.code : null) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION':
      return `There is no option ${option} of signalbox ${topic}. For a file of that name, write ./${option}.`;
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      return error.message.includes('does not take')
        ? `${option} takes no value.`
        : `${option} needs a value. One that begins with a dash is written ${option}=-1.`;
    default:
      return error.message;
  }
}

function parseCheck(args: readonly string[]): Result<Command, string> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean' } },
  });
  if (positionals.length === 0) return err('Say which files to check: signalbox check FILE|FOLDER…');
  if (positionals.includes('')) return err('The name of a file to check is empty. Is a variable of your shell unset?');
  return ok({ name: 'check', files: positionals, isJson: values.json ?? false });
}

function parseRun(args: readonly string[]): Result<Command, string> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      input: { type: 'string' },
      env: { type: 'string', multiple: true },
      simulate: { type: 'boolean' },
      seed: { type: 'string' },
      'virtual-time': { type: 'boolean' },
      json: { type: 'boolean' },
    },
  });
  const [file, ...others] = positionals;
  if (file === undefined) return err('Say which file to run: signalbox run FILE.');
  if (file === '') return err('The name of the file to run is empty. Is a variable of your shell unset?');
  if (others.length > 0) return err(`One file runs at a time; there is also "${others.join('", "')}".`);
  const seed = values.seed === undefined ? null : Number(values.seed);
  if (seed !== null && (values.seed?.trim() === '' || !Number.isInteger(seed) || seed < 0 || seed > HIGHEST_SEED)) {
    return err(`--seed takes a whole number from 0 to ${HIGHEST_SEED}, not "${values.seed}".`);
  }
  const nameless = values.env?.find((entry) => entry === '' || entry.startsWith('='));
  if (nameless !== undefined) return err(`--env takes NAME or NAME=VALUE, not "${nameless}".`);
  return ok({
    name: 'run',
    file,
    input: values.input ?? null,
    env: values.env ?? [],
    simulate: values.simulate ?? false,
    seed,
    virtualTime: values['virtual-time'] ?? false,
    isJson: values.json ?? false,
  });
}
