import { randomInt, randomUUID } from 'node:crypto';
import { err, type Json, ok, type Result } from '../base/index.ts';
import { createPerformer, createRedactor, MASK, redact, type Vault } from '../effects/index.ts';
import { analyze } from '../graph/index.ts';
import {
  createRealClock,
  createVirtualClock,
  ENGINE_VERSION,
  type PreparedRun,
  prepareRun,
  type RunClock,
  runToEnd,
  type StartRefusal,
  type Variable,
} from '../hosts/node/index.ts';
import type { RunError } from '../run/index.ts';
import type { CommandIo, ExitCode } from './CommandIo.ts';
import { ImportReader } from './ImportReader.ts';
import type { RunCommand } from './parseCommand.ts';
import { formatProgress } from './progress.ts';
import { readSource, type SourceFile } from './readFiles.ts';
import { reportToJson, toReports } from './reports.ts';
import { formatRunResult, type RunResult, toRunResult, toTasks } from './runResult.ts';

/** `signalbox run`: runs a file to its end and prints the result. Exit 0 on success, 1 on error or cancel, 2 where it cannot start. */
export async function runRunCommand(io: CommandIo, command: RunCommand): Promise<ExitCode> {
  const source = await readSource(io, command.file);
  if (!source.ok) {
    const message = `${source.error.path}: ${source.error.message}`;
    return refuse(io, null, { error: cannotStart('file', message) });
  }
  const given = await readGiven(io, command);
  if (!given.ok) return refuse(io, source.value, { error: given.error });
  const clock = command.virtualTime ? createVirtualClock() : createRealClock();
  // Whatever would differ from one start to the next comes from the seed where time does not either.
  const unique = command.virtualTime && command.seed !== null ? String(command.seed) : randomUUID();
  const { path, text } = source.value;
  const seed = command.seed ?? randomInt(2 ** 32);
  const { input, variables } = given.value;
  const { imports } = await new ImportReader(io).analyze(source.value);
  const files = imports?.texts ?? new Map<string, string>();
  const prepared = prepareRun(
    { path, source: text, files, input, variables, simulate: command.simulate, seed },
    { runId: `run-${unique}`, at: clock.now(), salt: unique, version: ENGINE_VERSION },
  );
  if (!prepared.ok) return refuse(io, source.value, toRefusal(source.value, prepared.error));
  return runPrepared(io, {
    prepared: prepared.value,
    clock,
    showsProgress: io.isErrorTerminal && !command.isJson,
    names: variables.map(({ name }) => name),
  });
}

async function runPrepared(
  io: CommandIo,
  run: { prepared: PreparedRun; clock: RunClock; showsProgress: boolean; names: readonly string[] },
): Promise<ExitCode> {
  const { workflow, started, vault } = run.prepared;
  const conceal = createConceal(vault, run.names);
  const view = await runToEnd({
    workflow,
    started,
    performer: createPerformer({ baseUrl: '', resolveSecret: vault.resolveSecret }),
    clock: run.clock,
    signal: io.signal,
    onEvents: (events) => {
      if (run.showsProgress) for (const event of events) io.writeError(formatProgress(event));
    },
  });
  io.writeOut(formatRunResult(toRunResult(workflow, view), conceal));
  return view.status === 'success' ? 0 : 1;
}

/** Masks secrets: their values, and the placeholders that stood for them in the run. */
function createConceal(vault: Vault, names: readonly string[]): (value: Json) => Json {
  const placeholders = names.flatMap((name) => {
    const placeholder = vault.placeholderOf(name);
    return placeholder === undefined ? [] : [[placeholder, MASK] as const];
  });
  const redactor = createRedactor(new Map(placeholders));
  return (value) => redact(vault.conceal(value), redactor);
}

async function readGiven(
  io: CommandIo,
  command: RunCommand,
): Promise<Result<{ input: Json; variables: readonly Variable[] }, RunError>> {
  const values = new Map<string, string>();
  for (const entry of command.env) {
    const equals = entry.indexOf('=');
    const name = equals === -1 ? entry : entry.slice(0, equals);
    const value = equals === -1 ? io.env[name] : entry.slice(equals + 1);
    if (value === undefined)
      return err(cannotStart('env', `--env ${name}: there is no such variable in the environment.`));
    values.set(name, value);
  }
  // None is marked as secret here: what reaches a credential field is one.
  const variables = [...values].map(([name, value]) => ({ name, value, isSecret: false }));
  const input = await readInput(io, command);
  return input.ok ? ok({ input: input.value, variables }) : input;
}

/** JSON as it is given, or that of a file; one that begins with a byte order mark, as some editors write, is read too. */
async function readInput(io: CommandIo, { input, file }: RunCommand): Promise<Result<Json, RunError>> {
  if (input === null) return ok({});
  let text = input;
  if (input.startsWith('@')) {
    if (input === '@-' && file === '-')
      return err(cannotStart('input', 'Standard input can give the workflow or --input, not both.'));
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

function cannotStart(type: string, message: string): RunError {
  return { code: 'CONFIGURATION_ERROR', message, details: { type, reason: message } };
}

interface RefusedRun {
  readonly error: RunError;
  readonly diagnostics?: RunResult['diagnostics'];
}

function toRefusal(source: SourceFile, failure: StartRefusal): RefusedRun {
  if (failure.type === 'input') return { error: failure.error };
  const reports = toReports(source.text, failure.diagnostics);
  const errors = reports.filter(({ severity }) => severity === 'error').length;
  const message = `${errors} ${errors === 1 ? 'error keeps' : 'errors keep'} ${source.path === '-' ? 'this workflow' : source.path} from running; see diagnostics.`;
  return { error: cannotStart('check', message), diagnostics: reports.map(reportToJson) };
}

/** Prints the result of a run that did not begin. */
function refuse(io: CommandIo, source: SourceFile | null, refused: RefusedRun): ExitCode {
  const result: RunResult = {
    runId: null,
    status: 'error',
    output: null,
    error: refused.error,
    tasks: source === null ? [] : toTasks(analyze(source.path, source.text).workflow, new Map()),
    warnings: [],
    diagnostics: refused.diagnostics ?? [],
  };
  io.writeOut(formatRunResult(result, (value) => value));
  io.writeError(`${refused.error.message}\n`);
  return 2;
}
