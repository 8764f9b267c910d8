import { toTasks } from '../authoring/index.ts';
import { err, isJsonObject, type Json, messageOf, ok, type Result } from '../base/index.ts';
import { Exposure } from '../effects/index.ts';
import { analyze } from '../graph/index.ts';
import {
  ChildJournalError,
  describeWriteProblem,
  FencedError,
  isBlocked,
  isWriteProblem,
  noteSettled,
  runToEnd,
  type StartRefusal,
  type Variable,
} from '../hosts/node/index.ts';
import type { RunError, RunView } from '../run/index.ts';
import { toPatternCommand } from './arguments/toCommand.ts';
import { explainStopped } from './budget.ts';
import type { CommandIo, ExitCode } from './CommandIo.ts';
import { decideRepeats, explainUndecided } from './decideRepeats.ts';
import { explainMissingCall } from './given/findMissing.ts';
import { type NewCommand, type ResumeCommand, RUN, type RunCommand, type StartOptions } from './given/RUN.ts';
import { cannotStart, readGiven, readStartVariables } from './given/readGiven.ts';
import { toSignals } from './given/toSignals.ts';
import { explainFenced, IN_USE } from './journalFiles.ts';
import { openCommandPorts } from './openCommandPorts.ts';
import { formatReports, type Report, reportToJson, toReports } from './print/reports.ts';
import { formatRunResult, type RunResult, toRunResult } from './print/runResult.ts';
import { type EventsFile, explainEvents, openEvents, RunListener } from './RunListener.ts';
import { readSource, type SourceFile } from './readFiles.ts';
import { resumeRun } from './resumeRun.ts';
import { type Execution, startRun } from './startRun.ts';
import { watchRun } from './watchRun.ts';

/**
 * `signalbox run`: runs a file to its end and prints the result. Exit 0 on success, 1 on error or cancel, 2 where it cannot
 * start or something that it needs is missing, 3 where another process executes the run, 4 where something cannot be written.
 */
export const runCommand = toPatternCommand(RUN, runRunCommand);

async function runRunCommand(io: CommandIo, command: RunCommand): Promise<ExitCode> {
  switch (command.kind) {
    case 'new':
      return runNew(io, command);
    case 'resume':
      return continueRun(io, command);
    case 'watch': {
      const watched = await watchRun(io, command);
      return watched.ok ? watched.value : refuse(io, { error: watched.error });
    }
  }
}

async function runNew(io: CommandIo, command: NewCommand): Promise<ExitCode> {
  const { source: asked, start, record } = command;
  const source = await openSource(io, asked.file);
  if (!source.ok) return refuse(io, { error: source.error });
  const shown = { source: source.value };
  const unwritable = explainEvents(io, record);
  if (unwritable !== null) return refuse(io, { ...shown, error: cannotStart('write', unwritable) });
  const given = await readGiven(io, asked, start);
  if (!given.ok) return refuse(io, { ...shown, error: given.error });
  const started = await startRun(io, command, { source: source.value, given: given.value });
  if (!started.ok) return refuse(io, { ...shown, ...toRefusal(source.value, started.error) });
  return drive(io, command, { ...started.value, variables: given.value.variables });
}

async function continueRun(io: CommandIo, command: ResumeCommand): Promise<ExitCode> {
  const { start, record } = command;
  const { file } = command.source;
  const source = file === null ? ok(null) : await openSource(io, file);
  if (!source.ok) return refuse(io, { error: source.error });
  const unwritable = explainEvents(io, record);
  if (unwritable !== null) return refuse(io, { source: source.value, error: cannotStart('write', unwritable) });
  const variables = await readStartVariables(io, { file }, start);
  if (!variables.ok) return refuse(io, { source: source.value, error: variables.error });
  const resumed = await resumeRun(io, command, { variables: variables.value, source: source.value });
  if (!resumed.ok) return refuse(io, { error: resumed.error });
  return drive(io, command, { ...resumed.value, variables: variables.value });
}

async function openSource(io: CommandIo, file: string): Promise<Result<SourceFile, RunError>> {
  const read = await readSource(io, file);
  return read.ok ? read : err(cannotStart('file', `${read.error.path}: ${read.error.message}`));
}

async function drive(
  io: CommandIo,
  command: NewCommand | ResumeCommand,
  run: Execution & { readonly variables: readonly Variable[] },
): Promise<ExitCode> {
  const { start, record } = command;
  const { workflow, restored, state, vault, clock, journal, budget } = run;
  const conceal = vault.mask;
  warnOfPlain(io, start, vault);
  if (restored.note !== null) io.printError(`${record.journal}: Resumed from all of its journal: ${restored.note}\n`);
  const exposure = new Exposure([...restored.tracked.exposed, ...run.reused]);
  const repeats = decideRepeats(io, command.kind === 'resume' ? command.start.repeat : null);
  const listener = new RunListener(io, { ...run, conceal });
  const opened = openCommandPorts(io, command, { ...run, exposure, repeats, listen: listener.below });
  if (!opened.ok) {
    journal?.close();
    return refuse(io, { error: cannotStart('folder', opened.error) });
  }
  const { performer, children } = opened.value;
  const hadEnded = restored.tracked.isFinished;
  let events: EventsFile | null = null;
  try {
    events = openEvents(io, record.events);
    listener.record(events);
    const view = await runToEnd({
      restored,
      ...(state === null ? {} : { state }),
      budget,
      ...(run.isNew ? {} : { repeats }),
      inputs: [...(run.isResumed ? [{ type: 'run.resumed', budget } as const] : []), ...toSignals(start, vault)],
      ...(journal === null ? {} : { journal }),
      performer,
      ...(children === undefined ? {} : { children }),
      clock,
      signal: io.signal,
      onEvents: listener.own,
      onIdle: listener.idle,
    });
    if (hadEnded && journal !== null && children !== undefined) noteSettled(journal.file);
    const isPaused = view.status === 'running';
    const missing =
      isPaused && isBlocked(view.paused?.reason) && listener.missing !== undefined
        ? explainMissingCall(listener.missing, record.journal)
        : null;
    const paused = isPaused
      ? (explainUndecided(repeats, record.journal) ?? missing ?? explainStopped(view, budget, record.journal))
      : null;
    const code = finish(io, view, { workflow, conceal, paused });
    return missing === null || paused !== missing ? code : 2;
  } catch (error) {
    return stop(io, command, error);
  } finally {
    performer.close();
    events?.close();
    journal?.close();
  }
}

/** Says which variables are masked although the command says that they are no secrets. */
function warnOfPlain(io: CommandIo, { plain }: StartOptions, vault: Execution['vault']): void {
  for (const name of plain)
    if (vault.placeholderOf(name) !== undefined)
      io.printError(
        `--plain ${name}: It is masked all the same, since it is given by --secret or sent where credentials go, such as in the header Authorization.\n`,
      );
}

interface Ending {
  readonly workflow: Execution['workflow'];
  readonly conceal: (value: Json) => Json;
  /** Why it is paused instead of having ended; null where it has ended. */
  readonly paused: RunError | null;
}

function finish(io: CommandIo, view: RunView, { workflow, conceal, paused }: Ending): ExitCode {
  const result = toRunResult(workflow, view);
  io.printOut(formatRunResult(paused === null ? result : { ...result, status: 'paused', error: paused }, conceal));
  if (paused !== null) io.printError(`${paused.message}\n`);
  return view.status === 'success' ? 0 : 1;
}

/** Ends a run that could not be recorded any more. What is in the journal is resumed by --resume. */
function stop(io: CommandIo, { record: { journal } }: NewCommand | ResumeCommand, error: unknown): ExitCode {
  if (error instanceof FencedError) return refuse(io, { error: explainFenced(io, journal ?? '', error) });
  if (error instanceof ChildJournalError)
    return refuse(io, { error: cannotStart('journal', `The run was stopped: ${error.message}`) });
  const kept = journal === null ? '' : ` What is in ${journal} can be resumed.`;
  if (!isWriteProblem(error)) {
    const reason = `The run was stopped by an error: ${messageOf(error)}.${kept}`;
    refuse(io, { error: { code: 'EXECUTION_ERROR', message: reason, details: { type: 'run', reason } } });
    return 1;
  }
  const reason = `The run was stopped, because its journal or its events could not be written. ${describeWriteProblem(error)}${kept}`;
  refuse(io, { error: cannotStart('write', reason) });
  return 4;
}

interface RefusedRun {
  readonly error: RunError;
  readonly source?: SourceFile | null;
  readonly reports?: readonly Report[];
}

function toRefusal(source: SourceFile, failure: StartRefusal): RefusedRun {
  if (failure.type === 'input') return { error: failure.error };
  const reports = toReports(source.text, failure.diagnostics);
  const errors = reports.filter(({ severity }) => severity === 'error').length;
  const message = `${errors} ${errors === 1 ? 'error keeps' : 'errors keep'} ${source.path === '-' ? 'this workflow' : source.path} from running.`;
  return { error: cannotStart('check', message), reports };
}

/** Prints the result of a run that did not begin: a person at a terminal gets lines, all others JSON. */
function refuse(io: CommandIo, { error, source = null, reports = [] }: RefusedRun): ExitCode {
  const result: RunResult = {
    runId: null,
    status: 'error',
    output: null,
    error,
    tasks: source === null ? [] : toTasks(analyze(source.path, source.text).workflow, new Map()),
    warnings: [],
    diagnostics: reports.map(reportToJson),
  };
  if (io.isJson || !io.isOutTerminal) io.printOut(formatRunResult(result, (value) => value));
  if (!io.isJson && io.isErrorTerminal && source !== null)
    io.printError(...formatReports([{ path: source.path, reports }]));
  io.printError(`${error.message}\n`);
  return isJsonObject(error.details) && error.details['type'] === IN_USE ? 3 : 2;
}
