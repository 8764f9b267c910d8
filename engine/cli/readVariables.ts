import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { err, ok, type Result } from '../base/index.ts';
import type { Variable } from '../hosts/node/index.ts';
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
  /** Files of `NAME=VALUE` lines. */
  readonly envFiles: readonly string[];
}

/** A value of `--env` or `--secret` as the command line names it. */
export type VariableEntry =
  /** Each line of a file is one. */
  | { readonly type: 'lines'; readonly file: string }
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

/** The variables that a command names, later ones over earlier ones, and a secret over all. The error is one sentence. */
export async function readVariables(
  io: CommandIo,
  { env, secrets, envFiles, plain }: NamedVariables,
): Promise<Result<readonly Variable[], string>> {
  const found = new Map<string, Variable>();
  const files = envFiles.map((file): VariableEntry => ({ type: 'lines', file }));
  for (const [option, entries, isSecret] of [
    ['--env-file ', files, false],
    ['--env ', env, false],
    ['--secret ', secrets, true],
  ] as const) {
    for (const entry of entries) {
      const read = await readEntry(io, entry);
      if (!read.ok) return err(`${option}${describeEntry(option, entry)}: ${read.error}`);
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
 * its variables again. The error is one sentence.
 */
export async function readOnce(
  io: CommandIo,
  { env, secrets, envFiles }: Pick<NamedVariables, 'env' | 'secrets' | 'envFiles'>,
): Promise<Result<Pick<NamedVariables, 'env' | 'secrets' | 'envFiles'>, string>> {
  const files = envFiles.map((file): VariableEntry => ({ type: 'lines', file }));
  const kept: Record<'--env-file' | '--env' | '--secret', VariableEntry[]> = {
    '--env-file': [],
    '--env': [],
    '--secret': [],
  };
  for (const [option, entries] of [
    ['--env-file', files],
    ['--env', env],
    ['--secret', secrets],
  ] as const) {
    for (const entry of entries) {
      if (!isReadOnce(entry)) {
        kept[option].push(entry);
        continue;
      }
      const read = await readEntry(io, entry);
      if (!read.ok) return err(`${option} ${describeEntry(`${option} `, entry)}: ${read.error}`);
      kept[option].push(...read.value.map(([name, value]): VariableEntry => ({ type: 'value', name, value })));
    }
  }
  const isFile = (entry: VariableEntry): entry is Extract<VariableEntry, { type: 'lines' }> => entry.type === 'lines';
  // What was in a file comes before what is named by itself.
  const fromFiles = kept['--env-file'].filter((entry) => !isFile(entry));
  return ok({
    env: [...fromFiles, ...kept['--env']],
    secrets: kept['--secret'],
    envFiles: kept['--env-file'].filter(isFile).map(({ file }) => file),
  });
}

/** The files that variables come from, as they were named; not what can be read only once. */
export function listVariableFiles({
  env,
  secrets,
  envFiles,
}: Pick<NamedVariables, 'env' | 'secrets' | 'envFiles'>): readonly string[] {
  const named = [...env, ...secrets].filter((entry) => !isReadOnce(entry));
  return [
    ...envFiles,
    ...named.flatMap((entry) => (entry.type === 'lines' ? [entry.file] : entry.type === 'content' ? [entry.from] : [])),
  ];
}

function isReadOnce(entry: VariableEntry): boolean {
  const from = entry.type === 'content' ? entry.from : entry.type === 'lines' ? entry.file : '';
  return from === '-' || /^fd:\d+$/.test(from);
}

/** An entry as it was given, without its value. */
function describeEntry(option: string, entry: VariableEntry): string {
  if (entry.type === 'lines') return option === '--env-file ' ? entry.file : `@${entry.file}`;
  return entry.type === 'content' ? `${entry.name}@${entry.from}` : entry.name;
}

type NamedValues = readonly (readonly [name: string, value: string])[];

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
