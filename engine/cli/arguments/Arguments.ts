import { parseArgs } from 'node:util';
import { codeOf, messageOf } from '../../base/index.ts';
import { flag, misuse, type Options, type Values } from './options.ts';

/** Which options go together, by their names. */
export interface Rule<Name> {
  /** Where one of these is given … */
  readonly where: readonly Name[];
  /** … none of these may be, but for that one itself. */
  readonly not?: readonly Name[];
  /** … one of these must be. */
  readonly needs?: readonly Name[];
  /** Why, in a sentence. */
  readonly why?: string;
}

/** What a command takes: its options, and what reads them. */
export interface Arguments<Given> {
  readonly options: Options;
  /** Reads the arguments after the name of the command. Throws a `CommandError`. */
  readonly parse: (args: readonly string[]) => Given;
}

/** What arguments are read as. */
export type Parsed<Given extends Arguments<unknown>> = ReturnType<Given['parse']>;

/** Every command prints JSON where that is asked for. */
const COMMON = { json: flag } as const;

/**
 * Declares what a command of a name takes. `read`: what the values of its options, and its other arguments, of which none is empty, come to; it throws what
 * `misuse` makes where they do not fit.
 */
export function defineArguments<const Given extends Options, T>(
  name: string,
  options: Given,
  read: (values: Values<Given & typeof COMMON>, names: readonly string[]) => T,
  rules: readonly Rule<(keyof Given | 'json') & string>[] = [],
): Arguments<T> {
  const all = { ...options, ...COMMON };
  return { options: all, parse: (args) => read(...readArguments(args, { name, options: all, rules })) };
}

/** As {@link defineArguments}, for a command that works on one folder, the current one where none is named. */
export function defineFolderArguments<const Given extends Options>(
  name: string,
  options: Given,
  rules: readonly Rule<(keyof Given | 'json') & string>[] = [],
): Arguments<Values<Given & typeof COMMON> & { readonly folder: string }> {
  const read = (values: Values<Given & typeof COMMON>, names: readonly string[]) => ({
    ...values,
    folder: oneFolder(name, names),
  });
  return defineArguments(name, options, read, rules);
}

/** The folder that the arguments of a command name, the current one where they name none. */
export function oneFolder(command: string, [folder = '.', ...others]: readonly string[]): string {
  if (others.length > 0) throw misuse(`Name one folder at a time. Use signalbox ${command} FOLDER.`);
  return folder;
}

/** Options of which only one may be given. */
export function apart<const Name extends string>(...names: readonly Name[]): Rule<Name> {
  return { where: names, not: names };
}

/** The names of options, without some of them. */
export function allBut<Given extends Options>(options: Given, ...names: readonly string[]): (keyof Given & string)[] {
  return Object.keys(options).filter((name) => !names.includes(name));
}

interface Declared<Given> {
  readonly name: string;
  readonly options: Given;
  readonly rules: readonly Rule<string>[];
}

function readArguments<Given extends Options>(
  args: readonly string[],
  { name: command, options, rules }: Declared<Given>,
): readonly [Values<Given>, readonly string[]] {
  const entries = Object.entries(options);
  const config = Object.fromEntries(entries.map(([name, option]) => [toKebab(name), option]));
  const { values, positionals } = parse(args, command, config);
  if (positionals.includes(''))
    throw misuse('The name of a file or folder is empty. Is a variable of your shell unset?');
  const written = new Map(entries.map(([name]) => [name, [values[toKebab(name)] ?? []].flat().map(String)]));
  const given = new Set([...written].flatMap(([name, all]) => (all.length > 0 ? [name] : [])));
  const nameOf = (name: string): string => {
    const { short } = options[name] ?? {};
    return short === undefined ? `--${toKebab(name)}` : `-${short}`;
  };
  for (const rule of rules) check(rule, given, nameOf);
  const read = entries.map(([name, option]) => [name, option.read(written.get(name) ?? [], nameOf(name))]);
  // Each by what its own option reads.
  return [Object.fromEntries(read) as Values<Given>, positionals];
}

/** What Node parses; its errors take several lines. */
function parse(args: readonly string[], command: string, options: Options) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    const option = /'(-[^' ,]*)/.exec(messageOf(error))?.[1] ?? '';
    switch (codeOf(error)) {
      case 'ERR_PARSE_ARGS_UNKNOWN_OPTION': {
        const advice = `For a file of that name, write ./${option}.`;
        throw misuse(`There is no option ${option} of signalbox ${command}. ${advice}`, option);
      }
      case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
        if (messageOf(error).includes('does not take')) throw misuse(`${option} takes no value.`, option);
        if (!option.startsWith('--')) throw misuse(`${option} needs a value.`, option);
        throw misuse(`${option} needs a value. One that begins with a dash is written ${option}=-1.`, option);
      default:
        throw error;
    }
  }
}

function check(
  { where, not = [], needs = [], why }: Rule<string>,
  given: ReadonlySet<string>,
  nameOf: (name: string) => string,
): void {
  const option = where.find((each) => given.has(each));
  if (option === undefined) return;
  const name = nameOf(option);
  const other = not.find((each) => each !== option && given.has(each));
  const reason = why === undefined ? '' : ` ${why}`;
  if (other !== undefined) throw misuse(`${name} and ${nameOf(other)} cannot be given together.${reason}`, name);
  if (needs.length > 0 && !needs.some((each) => given.has(each)))
    throw misuse(`${name} needs ${needs.map(nameOf).join(' or ')}.${reason}`, name);
}

function toKebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
