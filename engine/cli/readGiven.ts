import { parseEnv } from 'node:util';
import { err, isJsonObject, type Json, ok, type Result } from '../base/index.ts';
import type { Variable } from '../hosts/node/index.ts';
import type { RunError } from '../run/index.ts';
import type { CommandIo } from './CommandIo.ts';
import { nameOf } from './grants.ts';
import type { RunCommand } from './parseRun.ts';
import { readSource } from './readFiles.ts';

/** The input and the variables of a run. */
export interface Given {
  readonly input: Json;
  readonly variables: readonly Variable[];
}

/** Reads the input and the variables that the command line names. */
export async function readGiven(io: CommandIo, command: RunCommand): Promise<Result<Given, RunError>> {
  const variables = await readVariables(io, command);
  if (!variables.ok) return variables;
  const input = await readInput(io, command);
  if (!input.ok) return input;
  const threaded = addThread(input.value, command.thread);
  return threaded.ok ? ok({ input: threaded.value, variables: variables.value }) : threaded;
}

/** Why a run cannot start. */
export function cannotStart(type: string, message: string): RunError {
  return { code: 'CONFIGURATION_ERROR', message, details: { type, reason: message } };
}

async function readVariables(
  io: CommandIo,
  { env, secrets, envFiles }: RunCommand,
): Promise<Result<Variable[], RunError>> {
  const values = new Map<string, string>();
  for (const file of envFiles) {
    const source = await readSource(io, file);
    if (!source.ok) return err(cannotStart('env', `--env-file ${file}: ${source.error.message}`));
    const lines = parseEnv(source.value.text.replace(/^\uFEFF/, ''));
    for (const [name, value] of Object.entries(lines)) values.set(name, value ?? '');
  }
  for (const [option, entries] of [
    ['--env', env],
    ['--secret', secrets],
  ] as const) {
    for (const entry of entries) {
      const name = nameOf(entry);
      const value = name === entry ? io.env[name] : entry.slice(name.length + 1);
      if (value === undefined)
        return err(cannotStart('env', `${option} ${name}: there is no such variable in the environment.`));
      values.set(name, value);
    }
  }
  // Variables that reach a credential field are secrets, too: `prepareEnv` marks them.
  const secretNames = new Set(secrets.map(nameOf));
  return ok([...values].map(([name, value]) => ({ name, value, isSecret: secretNames.has(name) })));
}

/** The input of `--input`: JSON, or a file with JSON. A byte order mark at its start is skipped. */
async function readInput(io: CommandIo, { input, file }: RunCommand): Promise<Result<Json, RunError>> {
  if (input === null) return ok({});
  let text = input;
  if (input.startsWith('@')) {
    if (input === '@-' && file === '-')
      return err(cannotStart('input', 'Standard input can be the workflow or --input, not both.'));
    const source = await readSource(io, input.slice(1));
    if (!source.ok) return err(cannotStart('input', `--input ${input}: ${source.error.message}`));
    text = source.value.text.replace(/^\uFEFF/, '');
  }
  try {
    const value: Json = JSON.parse(text);
    return ok(value);
  } catch (error) {
    return err(cannotStart('input', `--input is not JSON: ${error instanceof Error ? error.message : String(error)}`));
  }
}

function addThread(input: Json, thread: string | null): Result<Json, RunError> {
  if (thread === null) return ok(input);
  if (isJsonObject(input)) return ok({ ...input, thread_id: thread });
  return err(cannotStart('thread', '--thread adds thread_id to the input, so the input must be a map.'));
}
