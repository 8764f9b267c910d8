import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Json } from '../base/index.ts';
import { analyze } from '../graph/index.ts';
import { runToEnd, type StartRefusal, type Variable } from '../hosts/node/index.ts';
import type { RunError, RunEvent, RunView } from '../run/index.ts';
import { explainSpent } from './budget.ts';
import type { CommandIo, ExitCode } from './CommandIo.ts';
import { readExposures } from './journalFiles.ts';
import { openPorts } from './openPorts.ts';
import { type Execution, resumeRun, startRun } from './openRun.ts';
import type { RunCommand } from './parseRun.ts';
import { formatProgress } from './progress.ts';
import { readSource, type SourceFile } from './readFiles.ts';
import { cannotStart, readGiven } from './readGiven.ts';
import { reportToJson, toReports } from './reports.ts';
import { formatRunResult, type RunResult, toRunResult, toTasks } from './runResult.ts';

/** `signalbox run`: runs a file to its end and prints the result. Exit 0 on success, 1 on error or cancel, 2 where it cannot start. */
export async function runRunCommand(io: CommandIo, command: RunCommand): Promise<ExitCode> {
  const source = command.file === null ? null : await readSource(io, command.file);
  if (source?.ok === false) {
    const message = `${source.error.path}: ${source.error.message}`;
    return refuse(io, null, { error: cannotStart('file', message) });
  }
  const given = await readGiven(io, command);
  if (!given.ok) return refuse(io, source?.value ?? null, { error: given.error });
  const { variables } = given.value;
  if (command.resumes || source === null) {
    const resumed = await resumeRun(io, command, given.value);
    return resumed.ok
      ? drive(io, command, { ...resumed.value, variables })
      : refuse(io, null, { error: resumed.error });
  }
  const started = await startRun(io, command, { source: source.value, given: given.value });
  if (!started.ok) return refuse(io, source.value, toRefusal(source.value, started.error));
  return drive(io, command, { ...started.value, variables });
}

async function drive(
  io: CommandIo,
  command: RunCommand,
  run: Execution & { readonly variables: readonly Variable[] },
): Promise<ExitCode> {
  const { workflow, restored, state, vault, clock, journal, budget } = run;
  const conceal = vault.mask;
  const exposure = new Set([...restored.tracked.exposed, ...(await readExposures(io, command.reuse))]);
  const performer = openPorts(io, command, { ...run, file: command.file, exposure });
  if (!performer.ok) {
    journal?.close();
    return refuse(io, null, { error: cannotStart('folder', performer.error) });
  }
  try {
    const reportEvents = createEventReporter(io, command, conceal);
    const view = await runToEnd({
      restored,
      ...(state === null ? {} : { state }),
      budget,
      inputs: [
        ...(run.isResumed ? [{ type: 'run.resumed', budget } as const] : []),
        ...command.signals.map((signal) => ({ type: 'signal.received', ...signal }) as const),
      ],
      ...(journal === null ? {} : { journal }),
      performer: performer.value,
      clock,
      signal: io.signal,
      onEvents: reportEvents,
    });
    const spent = view.status !== 'running' ? null : explainSpent(view, budget, command.journal);
    return finish(io, view, { workflow, conceal, spent });
  } catch (error) {
    // Only a file that cannot be written ends a run this way; --resume continues what its journal holds.
    const reason = error instanceof Error ? error.message : String(error);
    return refuse(io, null, { error: cannotStart('write', `The run stopped: ${reason}.`) });
  } finally {
    performer.value.close();
    journal?.close();
  }
}

interface Ending {
  readonly workflow: Execution['workflow'];
  readonly conceal: (value: Json) => Json;
  /** Why the run is blocked by its budget; null where it has ended. */
  readonly spent: RunError | null;
}

function finish(io: CommandIo, view: RunView, { workflow, conceal, spent }: Ending): ExitCode {
  const result = toRunResult(workflow, view);
  io.writeOut(formatRunResult(spent === null ? result : { ...result, status: 'paused', error: spent }, conceal));
  if (spent !== null) io.writeError(`${spent.message}\n`);
  return view.status === 'success' ? 0 : 1;
}

/** Reports events: as progress lines in a terminal, and as JSON lines in the file of `--events`. */
function createEventReporter(
  io: CommandIo,
  { isJson, events: name }: RunCommand,
  conceal: (value: Json) => Json,
): (events: readonly RunEvent[]) => void {
  const file = name === null ? null : path.resolve(io.folder, name);
  if (file !== null) writeFileSync(file, '');
  const showsProgress = io.isErrorTerminal && !isJson;
  return (events) => {
    if (showsProgress) for (const event of events) io.writeError(formatProgress(event));
    if (file === null || events.length === 0) return;
    // An event is plain data.
    const lines = events.map((event) => `${JSON.stringify(conceal(event as unknown as Json))}\n`);
    appendFileSync(file, lines.join(''));
  };
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

/** Prints the result of a run that could not start. */
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
