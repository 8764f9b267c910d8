import { parseArgs } from 'node:util';
import { err, ok, type Result } from '../base/index.ts';
import { type BacktestCommand, parseBacktest } from './backtest/parseBacktest.ts';
import { type DiffCommand, parseDiff } from './diff/parseDiff.ts';
import { type DrillCommand, parseDrill } from './drill/parseDrill.ts';
import type { RunCommand } from './given/RunCommand.ts';
import type { InitCommand } from './init/initCommand.ts';
import { type McpCommand, parseMcp } from './mcp/parseMcp.ts';
import { type MergeCommand, parseMerge } from './merge/parseMerge.ts';
import { parseRun } from './parseRun.ts';
import { FORMAT_OPTIONS, type Format, parseFormat } from './print/Format.ts';
import { type ProposalsCommand, parseProposals } from './proposals/parseProposals.ts';
import { type BackupCommand, parseBackup } from './serve/parseBackup.ts';
import { type PruneCommand, parsePrune } from './serve/parsePrune.ts';
import { parseServe, type ServeCommand } from './serve/parseServe.ts';
import { parseToken, type TokenCommand } from './serve/parseToken.ts';
import { parseWorker, type WorkerCommand } from './serve/parseWorker.ts';
import { parseTest, type TestCommand } from './test/parseTest.ts';

const TOPICS = [
  'open',
  'check',
  'test',
  'backtest',
  'diff',
  'drill',
  'merge',
  'run',
  'serve',
  'serve token',
  'prune',
  'backup',
  'restore',
  'worker',
  'mcp',
  'proposals',
  'describe',
  'init',
] as const;

const NAMES = TOPICS.filter((topic) => !topic.includes(' '));

/** A parsed command line. */
export type Command =
  | { readonly name: 'help'; readonly topic: Topic | null }
  | { readonly name: 'version' }
  | CheckCommand
  | BacktestCommand
  | DescribeCommand
  | InitCommand
  | McpCommand
  | BackupCommand
  | DiffCommand
  | DrillCommand
  | MergeCommand
  | OpenCommand
  | ProposalsCommand
  | PruneCommand
  | RunCommand
  | ServeCommand
  | TestCommand
  | TokenCommand
  | WorkerCommand;

/** `signalbox check`. */
export interface CheckCommand {
  readonly name: 'check';
  readonly files: readonly string[];
  readonly format: Format;
  /** How many warnings there may be; null: any number. */
  readonly maxWarnings: number | null;
}

/** `signalbox describe`. */
export interface DescribeCommand {
  readonly name: 'describe';
  /** Words; empty: all there are. */
  readonly topic: string;
}

/** `signalbox open`. */
export interface OpenCommand {
  readonly name: 'open';
  readonly folder: string;
  /** Null: the port of the folder. */
  readonly port: number | null;
  /** Whether the browser is to be opened. */
  readonly opensBrowser: boolean;
}

/** A command that has a help of its own. */
export type Topic = (typeof TOPICS)[number];

/** The command that arguments name; null where they name none. */
export function topicOf([name, part]: readonly string[]): Topic | null {
  return TOPICS.find((topic) => topic === `${name} ${part}`) ?? TOPICS.find((topic) => topic === name) ?? null;
}

/** Reads the arguments after the program's name. The error is one sentence that says what is wrong with them. */
export function parseCommand(args: readonly string[]): Result<Command, string> {
  const [name, ...rest] = args;
  switch (name) {
    case undefined:
      return parseOpen([]);
    case '--help':
    case '-h':
    case 'help':
      return ok({ name: 'help', topic: topicOf(rest) });
    case '--version':
    case '-v':
    case 'version':
      return ok({ name: 'version' });
    case 'open':
      return withHelp('open', rest, parseOpen);
    case 'check':
      return withHelp('check', rest, parseCheck);
    case 'test':
      return withHelp('test', rest, parseTest);
    case 'backtest':
      return withHelp('backtest', rest, parseBacktest);
    case 'diff':
      return withHelp('diff', rest, parseDiff);
    case 'drill':
      return withHelp('drill', rest, parseDrill);
    case 'merge':
      return withHelp('merge', rest, parseMerge);
    case 'run':
      return withHelp('run', rest, parseRun);
    case 'serve':
      if (rest[0] === 'token') return withHelp('serve token', rest.slice(1), parseToken);
      return withHelp('serve', rest, parseServe);
    case 'prune':
      return withHelp('prune', rest, parsePrune);
    case 'backup':
    case 'restore':
      return withHelp(name, rest, (given) => parseBackup(name, given));
    case 'worker':
      return withHelp('worker', rest, parseWorker);
    case 'mcp':
      return withHelp('mcp', rest, parseMcp);
    case 'proposals':
      return withHelp('proposals', rest, parseProposals);
    case 'init':
      return withHelp('init', rest, parseInit);
    case 'describe':
      return withHelp('describe', rest, (given) => ok({ name: 'describe', topic: given.join(' ') }));
    default:
      return err(`There is no command "${name}". Commands: ${NAMES.join(', ')}.`);
  }
}

function withHelp(
  topic: Topic,
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

/** One sentence on what is wrong with an option; Node's messages take several lines. */
function describeProblem(error: unknown, topic: Topic): string {
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
    options: { ...FORMAT_OPTIONS, 'max-warnings': { type: 'string' } },
  });
  if (positionals.length === 0) return err('No file to check was given. Use signalbox check FILE|FOLDER…');
  if (positionals.includes('')) return err('The name of a file to check is empty. Is a variable of your shell unset?');
  const format = parseFormat(values);
  if (!format.ok) return format;
  const most = values['max-warnings'];
  if (most !== undefined && !/^\d{1,9}$/.test(most))
    return err(`--max-warnings takes a whole number, such as 0, and not “${most}”.`);
  const maxWarnings = most === undefined ? null : Number(most);
  return ok({ name: 'check', files: positionals, format: format.value, maxWarnings });
}

function parseInit(args: readonly string[]): Result<Command, string> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} });
  const [folder = '.', ...others] = positionals;
  if (others.length > 0 || folder === '') return err('One folder is set up. Use signalbox init FOLDER.');
  return ok({ name: 'init', folder });
}

function parseOpen(args: readonly string[]): Result<Command, string> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { port: { type: 'string' }, 'no-open': { type: 'boolean' } },
  });
  const [folder = '.', ...others] = positionals;
  if (others.length > 0) return err('One folder is opened at a time. Use signalbox open FOLDER.');
  if (folder === '') return err('The name of the folder to open is empty. Is a variable of your shell unset?');
  const port = values.port === undefined ? null : Number(values.port);
  if (port !== null && !(Number.isInteger(port) && port >= 0 && port <= 65_535))
    return err('--port needs a number from 0 to 65535; 0 takes any that is free.');
  return ok({ name: 'open', folder, port, opensBrowser: values['no-open'] !== true });
}
