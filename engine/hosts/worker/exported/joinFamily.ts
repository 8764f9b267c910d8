import { err, ok, type Result } from '../../../base/index.ts';
import type { RunEvent, RunInput } from '../../../run/index.ts';
import type { JournaledRun } from '../journal/RunStore.ts';

/** A run that was read from a file, and the runs below it. */
export interface ReadExport extends JournaledRun {
  readonly below: readonly JournaledRun[];
}

/** How a sentence begins that says where a file is not as it was saved. */
export const INCOMPLETE = 'This exported run is incomplete or was changed:';

/** Id of an imported run, by the id that its journal has, below the outermost run of its file. */
function importedId(root: string, recorded: string): string {
  return `${root}.${recorded}`;
}

/**
 * The runs below an imported one under ids of their own, each with its place: journals keep the ids they were recorded with, and so
 * their seals. The error says which run belongs to none in the file.
 */
export function joinFamily(run: JournaledRun, below: readonly JournaledRun[]): Result<readonly JournaledRun[], string> {
  const root = run.summary.runId;
  const [first] = run.inputs;
  const outermost = first?.type === 'run.started' ? first : null;
  const depth = outermost?.parent?.files.length ?? 0;
  const starts = below.map(({ inputs: [start] }) => (start?.type === 'run.started' ? start : null));
  const known = new Set(starts.map((start) => start?.runId));
  if (known.size < below.length || known.has(outermost?.runId)) return err(`${INCOMPLETE} two runs have the same id.`);
  const joined: JournaledRun[] = [];
  for (const [index, { summary, details, ...rest }] of below.entries()) {
    const start = starts[index];
    const parent = start?.parent;
    const isBelowRoot = parent?.runId === outermost?.runId;
    if (!start || parent === undefined || !(isBelowRoot || known.has(parent.runId)))
      return err(`${INCOMPLETE} run ${index + 1} of those inside it was not started by any of the others.`);
    const runId = importedId(root, start.runId);
    const place = {
      runId: isBelowRoot ? root : importedId(root, parent.runId),
      key: parent.key,
      root,
      files: parent.files.slice(depth),
    };
    joined.push({ ...rest, summary: { ...summary, runId, parent: place }, details: { ...details, runId } });
  }
  return ok(joined);
}

/** Events of an imported run, with the runs that its calls have started under their ids here. `root`: the outermost run of its file. */
export function renameChildren(events: readonly RunEvent[], root: string): readonly RunEvent[] {
  return events.map((event) => (event.type === 'child.reported' ? renameChild(event, root) : event));
}

/** An input of an imported run, as {@link renameChildren}. */
export function renameInput(input: RunInput, root: string): RunInput {
  return input.type === 'child.reported' ? renameChild(input, root) : input;
}

function renameChild<Report extends Extract<RunInput | RunEvent, { readonly type: 'child.reported' }>>(
  report: Report,
  root: string,
): Report {
  return { ...report, child: { ...report.child, runId: importedId(root, report.child.runId) } };
}
