import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { err, ok, type Result } from '../base/index.ts';
import type { Variable } from '../hosts/node/index.ts';
import { needed } from './arguments/CommandError.ts';
import type { CommandIo } from './CommandIo.ts';
import { readSource } from './readFiles.ts';

/** The variables that a command names. */
export interface NamedVariables {
  /** In order. */
  readonly env: readonly VariableEntry[];
  /** As `env`; each of them goes only where grants say. */
  readonly secrets: readonly VariableEntry[];
  /** Names of variables that are no secrets, wherever they are sent. */
  readonly plain: readonly string[];
}

/** A value of `--env`, `--env-file` or `--secret` as the command line names it. */
export type VariableEntry =
  /** Each line of a file is one. `isEnvFile`: it was named by `--env-file`, and not by `--env` or `--secret`. */
  | { readonly type: 'lines'; readonly file: string; readonly isEnvFile?: true }
  | { readonly type: 'environment'; readonly name: string }
  | { readonly type: 'value'; readonly name: string; readonly value: string }
  /** All of a file, of standard input (`-`, `fd:0`) or of an open descriptor (`fd:3`), without its last line end. */
  | { readonly type: 'content'; readonly name: string; readonly from: string };

/** Reads `NAME`, `NAME=VALUE`, `@FILE`, and for a secret `NAME@FILE`, `NAME@-` and `NAME@fd:N`; null for one without a name. */
export function parseVariable(entry: string, isSecret: boolean): VariableEntry | null {
  if (entry.startsWith('@')) return entry === '@' ? null : { type: 'lines', file: entry.slice(1) };
  const [, name = '', sign = '', rest = ''] =
    (isSecret ? /^([^=@]*)([=@]?)(.*)$/s : /^([^=]*)(=?)(.*)$/s).exec(entry) ?? [];
  if (name === '') return null;
  if (sign === '') return { type: 'environment', name };
  if (sign === '=') return { type: 'value', name, value: rest };
  return rest === '' ? null : { type: 'content', name, from: rest === 'fd:0' ? '-' : rest };
}

/** Whether an entry takes all of standard input. */
export function takesInput(entry: VariableEntry): boolean {
  return (entry.type === 'content' && entry.from === '-') || (entry.type === 'lines' && entry.file === '-');
}

/** The option that has an entry. */
export function optionOf(entry: VariableEntry, isSecret: boolean): '--secret' | '--env-file' | '--env' {
  if (isSecret) return '--secret';
  return entry.type === 'lines' && entry.isEnvFile === true ? '--env-file' : '--env';
}

/** The variables that a command names, later ones over earlier ones, and a secret over all. The error is one sentence. */
export async function readVariables(
  io: CommandIo,
  { env, secrets, plain }: NamedVariables,
): Promise<Result<readonly Variable[], string>> {
  const found = new Map<string, Variable>();
  for (const [entries, isSecret] of [
    [env, false],
    [secrets, true],
  ] as const) {
    for (const entry of entries) {
      const read = await readNamed(io, entry, isSecret);
      if (!read.ok) return read;
      for (const [name, value] of read.value) {
        const known = found.get(name);
        if (known?.isSecret !== true || isSecret)
          found.set(name, { name, value, isSecret, mayBeSecret: !isSecret && !plain.includes(name) });
      }
    }
  }
  return ok([...found.values()]);
}

/**
 * The same variables with what can be read only once, standard input and open descriptors, in place of where it is read from: a server reads
 * its variables again. Throws a `CommandError`.
 */
export async function readOnce(io: CommandIo, { env, secrets }: Entries): Promise<Entries> {
  return { env: await takeOnce(io, env, false), secrets: await takeOnce(io, secrets, true) };
}

type Entries = Pick<NamedVariables, 'env' | 'secrets'>;

async function takeOnce(
  io: CommandIo,
  entries: readonly VariableEntry[],
  isSecret: boolean,
): Promise<readonly VariableEntry[]> {
  const kept: VariableEntry[] = [];
  for (const entry of entries) {
    if (!isReadOnce(entry)) kept.push(entry);
    else
      for (const [name, value] of needed(await readNamed(io, entry, isSecret), 'UNREADABLE_FILE'))
        kept.push({ type: 'value', name, value });
  }
  return kept;
}

/** The files that variables come from, as they were named; not what can be read only once. */
export function listVariableFiles({ env, secrets }: Entries): readonly string[] {
  const named = [...env, ...secrets].filter((entry) => !isReadOnce(entry));
  return named.flatMap((entry) =>
    entry.type === 'lines' ? [entry.file] : entry.type === 'content' ? [entry.from] : [],
  );
}

function isReadOnce(entry: VariableEntry): boolean {
  const from = entry.type === 'content' ? entry.from : entry.type === 'lines' ? entry.file : '';
  return from === '-' || /^fd:\d+$/.test(from);
}

/** An entry as it was given, without its value. */
function describeEntry(entry: VariableEntry): string {
  if (entry.type === 'lines') return entry.isEnvFile === true ? entry.file : `@${entry.file}`;
  return entry.type === 'content' ? `${entry.name}@${entry.from}` : entry.name;
}

type NamedValues = readonly (readonly [name: string, value: string])[];

async function readNamed(io: CommandIo, entry: VariableEntry, isSecret: boolean): Promise<Result<NamedValues, string>> {
  const read = await readEntry(io, entry);
  return read.ok ? read : err(`${optionOf(entry, isSecret)} ${describeEntry(entry)}: ${read.error}`);
}

async function readEntry(io: CommandIo, entry: VariableEntry): Promise<Result<NamedValues, string>> {
  switch (entry.type) {
    case 'value':
      return ok([[entry.name, entry.value]]);
    case 'environment': {
      const value = io.env[entry.name];
      return value === undefined
        ? err('there is no such variable in the environment. Set it.')
        : ok([[entry.name, value]]);
    }
    case 'content': {
      const text = await readContent(io, entry.from);
      return text.ok ? ok([[entry.name, text.value.replace(/\r?\n$/, '')]]) : text;
    }
    case 'lines': {
      const text = await readContent(io, entry.file);
      return text.ok ? parseLines(text.value) : text;
    }
  }
}

async function readContent(io: CommandIo, from: string): Promise<Result<string, string>> {
  const [, descriptor] = /^fd:(\d+)$/.exec(from) ?? [];
  if (descriptor === undefined) {
    const source = await readSource(io, from);
    return source.ok ? ok(source.value.text.replace(/^\uFEFF/, '')) : err(source.error.message);
  }
  try {
    return ok(readFileSync(Number(descriptor), 'utf8'));
  } catch {
    return err(`there is no open descriptor ${descriptor} to read from. At a shell: ${descriptor}< FILE.`);
  }
}

/**
 * Reads lines `NAME=VALUE`, as files called `.env` have them: with comments, `export`, and values in quotes, which may go
 * over several lines. The error names the line that is none.
 */
export function parseLines(text: string): Result<NamedValues, string> {
  const values: (readonly [string, string])[] = [];
  const lines = text.split(/\r?\n/);
  for (let index = 0; index < lines.length; index += 1) {
    const number = index + 1;
    let line = lines[index] ?? '';
    if (/^\s*(#|$)/.test(line)) continue;
    const [, name, quote = ''] = /^\s*(?:export\s+)?([^\s=#'"`]+)\s*=\s*(["'`]?)/.exec(line) ?? [];
    if (name === undefined) return err(`line ${number} is not NAME=VALUE.`);
    if (quote !== '') {
      const last = findClosing(lines, index, quote);
      if (last === null) return err(`the ${quote} of line ${number} is never closed.`);
      line = lines.slice(index, last + 1).join('\n');
      index = last;
    }
    for (const [key, value] of Object.entries(parseEnv(line))) values.push([key, value ?? '']);
  }
  return ok(values);
}

/** The line in which a value ends that a quote opens in the line at an index; null: none. */
function findClosing(lines: readonly string[], index: number, quote: string): number | null {
  const first = lines[index] ?? '';
  if (first.includes(quote, first.indexOf(quote, first.indexOf('=')) + 1)) return index;
  const after = lines.slice(index + 1).findIndex((line) => line.includes(quote));
  return after === -1 ? null : index + 1 + after;
}
