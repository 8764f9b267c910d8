import { err, isJsonObject, type Json, ok, type Result, readExactly, tellLost } from '../../base/index.ts';
import type { Variable } from '../../hosts/node/index.ts';
import type { RunError } from '../../run/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import type { RunCommand } from '../parseRun.ts';
import { readSource } from '../readFiles.ts';
import { readVariables, takesInput } from '../readVariables.ts';

/** The input and the variables of a run. */
export interface Given {
  readonly input: Json;
  readonly variables: readonly Variable[];
}

/** Reads the input and the variables that the command line names. */
export async function readGiven(io: CommandIo, command: RunCommand): Promise<Result<Given, RunError>> {
  const crowd = explainInputUse(command);
  if (crowd !== null) return err(cannotStart('input', crowd));
  const variables = await readVariables(io, command);
  if (!variables.ok) return err(cannotStart('env', variables.error));
  const useless = explainGrants(command, variables.value);
  if (useless !== null) return err(cannotStart('secret', useless));
  const input = await readInput(io, command);
  if (!input.ok) return input;
  const threaded = addThread(input.value, command.thread);
  return threaded.ok ? ok({ input: threaded.value, variables: variables.value }) : threaded;
}

/** Why a run cannot start. */
export function cannotStart(type: string, message: string): RunError {
  return { code: 'CONFIGURATION_ERROR', message, details: { type, reason: message } };
}

/** JSON as it is given, or that of a file; one that begins with a byte order mark, as some editors write, is read too. */
async function readInput(io: CommandIo, { input }: RunCommand): Promise<Result<Json, RunError>> {
  if (input === null) return ok({});
  let text = input;
  if (input.startsWith('@')) {
    const source = await readSource(io, input.slice(1));
    if (!source.ok) return err(cannotStart('input', `--input ${input}: ${source.error.message}`));
    text = source.value.text.replace(/^\uFEFF/, '');
  }
  try {
    const { value, lost } = readExactly(text);
    const problem = tellLost(lost, '--input');
    return problem === null ? ok(value) : err(cannotStart('input', problem));
  } catch (error) {
    return err(cannotStart('input', `--input is not JSON: ${error instanceof Error ? error.message : String(error)}`));
  }
}

/** That several things are to be read from standard input; null: at most one is. */
export function explainInputUse({
  file = null,
  input = null,
  env,
  secrets,
  envFiles,
}: Pick<RunCommand, 'env' | 'secrets' | 'envFiles'> & Partial<Pick<RunCommand, 'file' | 'input'>>): string | null {
  const users = [
    ...(file === '-' ? ['the workflow'] : []),
    ...(input === '@-' ? ['--input'] : []),
    ...envFiles.flatMap((name) => (name === '-' ? ['--env-file'] : [])),
    ...env.flatMap((entry) => (takesInput(entry) ? ['--env'] : [])),
    ...secrets.flatMap((entry) => (takesInput(entry) ? ['--secret'] : [])),
  ];
  return users.length < 2 ? null : `Standard input can be ${users.join(' or ')}, not both.`;
}

/** That an origin is allowed for what is no secret, and so goes anywhere; null where each is for one. */
export function explainGrants({ grants }: Pick<RunCommand, 'grants'>, variables: readonly Variable[]): string | null {
  const secrets = new Set(variables.flatMap(({ name, isSecret }) => (isSecret ? [name] : [])));
  const stray = grants.find(({ name }) => !secrets.has(name));
  if (stray === undefined) return null;
  return `An origin is allowed for ${stray.name}, which is no secret: only those of --secret are kept to origins. Give it by --secret ${stray.name}, or leave that origin out.`;
}

function addThread(input: Json, thread: string | null): Result<Json, RunError> {
  if (thread === null) return ok(input);
  if (isJsonObject(input)) return ok({ ...input, thread_id: thread });
  return err(cannotStart('thread', '--thread adds thread_id to the input, so the input must be a map.'));
}
