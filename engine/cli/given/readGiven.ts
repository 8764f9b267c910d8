import { err, isJsonObject, type Json, messageOf, ok, type Result, readExactly, tellLost } from '../../base/index.ts';
import type { Variable } from '../../hosts/node/index.ts';
import type { RunError } from '../../run/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import { readSource } from '../readFiles.ts';
import { type NamedVariables, optionOf, readVariables, takesInput } from '../readVariables.ts';
import type { NewCommand, StartOptions } from './RUN.ts';

/** The input and the variables of a new run. */
export interface Given {
  readonly input: Json;
  readonly variables: readonly Variable[];
}

/** Reads the input and the variables of a new run. */
export async function readGiven(
  io: CommandIo,
  source: NewCommand['source'],
  start: StartOptions,
): Promise<Result<Given, RunError>> {
  const variables = await readStartVariables(io, source, start);
  if (!variables.ok) return variables;
  const input = source.input === null ? ok({}) : await readInput(io, source.input);
  if (!input.ok) return err(cannotStart('input', input.error));
  const threaded = addThread(input.value, source.thread);
  return threaded.ok ? ok({ input: threaded.value, variables: variables.value }) : threaded;
}

/** Reads the variables of a run; `source`: what else it reads. */
export async function readStartVariables(
  io: CommandIo,
  source: { readonly file: string | null; readonly input?: string | null },
  start: StartOptions,
): Promise<Result<readonly Variable[], RunError>> {
  const crowd = explainInputUse({ ...start, ...source });
  if (crowd !== null) return err(cannotStart('input', crowd));
  const variables = await readVariables(io, start);
  if (!variables.ok) return err(cannotStart('env', variables.error));
  const useless = explainGrants(start, variables.value);
  return useless === null ? variables : err(cannotStart('secret', useless));
}

/** What keeps a run from starting or continuing, by the stable `type` in the details of its error, which `docs/cli.md` lists. */
export const START_PROBLEMS = {
  file: 'the workflow cannot be read',
  check: 'it has errors; `diagnostics` has them',
  import: 'it imports files from outside the folder',
  input: '`--input` cannot be read, is not JSON, or does not fit',
  thread: '`--thread` needs an input that is a map',
  env: 'a variable or a secret cannot be read',
  secret: '`--allow` names something that is not a secret',
  signal: '`--signal` names a signal that the workflow does not take',
  'plan.task': '`--from` or `--until` names no task',
  'plan.from': 'a run cannot begin with that task and continue after it',
  'plan.inside': '`--from` or `--until` names no task inside a run',
  folder: '`--workspace` or `--state` is not a usable folder',
  workspace: 'runs inside need `--workspace`',
  missing: 'the command lacks [what the run needs](#what-a-run-needs); `missing` lists it',
  journal: 'the journal cannot be read, resumed or written',
  'journal.owner': 'another process executes the run',
  write: 'the journal or the events cannot be written',
} as const;

type StartProblem = keyof typeof START_PROBLEMS;

/** Why a run cannot start. */
export function cannotStart(type: StartProblem, message: string): RunError {
  return { code: 'CONFIGURATION_ERROR', message, details: { type, reason: message } };
}

/**
 * The value of `--input`: JSON as it is given, or that of a file; one that begins with a byte order mark, as some editors write, is read too.
 * The error is one sentence.
 */
export async function readInput(io: CommandIo, input: string): Promise<Result<Json, string>> {
  const source = input.startsWith('@') ? await readSource(io, input.slice(1)) : ok({ text: input });
  if (!source.ok) return err(`--input ${input}: ${source.error.message}`);
  try {
    const { value, lost } = readExactly(source.value.text.replace(/^\uFEFF/, ''));
    const problem = tellLost(lost, '--input');
    return problem === null ? ok(value) : err(problem);
  } catch (error) {
    return err(`--input is not JSON: ${messageOf(error)}`);
  }
}

/** That several things are to be read from standard input; null: at most one is. */
export function explainInputUse({
  file = null,
  input = null,
  env,
  secrets,
}: Pick<NamedVariables, 'env' | 'secrets'> & {
  readonly file?: string | null;
  readonly input?: string | null;
}): string | null {
  const users = [
    ...(file === '-' ? ['the workflow'] : []),
    ...(input === '@-' ? ['--input'] : []),
    ...env.flatMap((entry) => (takesInput(entry) ? [optionOf(entry, false)] : [])),
    ...secrets.flatMap((entry) => (takesInput(entry) ? [optionOf(entry, true)] : [])),
  ];
  return users.length < 2 ? null : `Standard input can be ${users.join(' or ')}, not both.`;
}

/** That an origin is allowed for what is no secret, and so goes anywhere; null where each is for one. */
export function explainGrants({ grants }: Pick<StartOptions, 'grants'>, variables: readonly Variable[]): string | null {
  const secrets = new Set(variables.flatMap(({ name, isSecret }) => (isSecret ? [name] : [])));
  const stray = grants.find(({ name }) => !secrets.has(name));
  if (stray === undefined) return null;
  return `An origin is allowed for ${stray.name}, which is not a secret: only those of --secret are kept to origins. Give it by --secret ${stray.name}, or leave that origin out.`;
}

function addThread(input: Json, thread: string | null): Result<Json, RunError> {
  if (thread === null) return ok(input);
  if (isJsonObject(input)) return ok({ ...input, thread_id: thread });
  return err(cannotStart('thread', '--thread adds thread_id to the input, so the input must be a map.'));
}
