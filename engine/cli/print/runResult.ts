import { toTasks } from '../../authoring/index.ts';
import type { Json, JsonObject } from '../../base/index.ts';
import type { Workflow } from '../../model/index.ts';
import { errorToJson, type RunError, type RunView, tellWarning } from '../../run/index.ts';
import { escapeControls } from './terminal.ts';

/** What `signalbox run` prints. `tasks` is a list of entries since ids that look like numbers would not keep their order in an object. */
export interface RunResult {
  readonly runId: string | null;
  readonly status: string;
  readonly output: Json;
  readonly error: RunError | null;
  readonly tasks: readonly (readonly [string, JsonObject])[];
  readonly warnings: readonly JsonObject[];
  /** Present only where the run could not start. */
  readonly diagnostics?: readonly JsonObject[];
}

/** The result of a run that has ended. */
export function toRunResult(workflow: Workflow, view: RunView): RunResult {
  return {
    runId: view.runId,
    status: view.status,
    output: view.output,
    error: view.error,
    tasks: toTasks(workflow, view.tasks),
    warnings: view.warnings.map((warning) => ({
      code: warning.code,
      message: tellWarning(warning, view),
      task: warning.taskId,
      path: warning.path,
    })),
  };
}

/** The result as indented JSON, with nothing that a terminal would obey. `conceal` masks secrets in every value. */
export function formatRunResult(result: RunResult, conceal: (value: Json) => Json): string {
  const entries: [string, string][] = [
    ['run_id', format(result.runId, 1)],
    ['status', format(result.status, 1)],
    ['output', format(conceal(result.output), 1)],
    ['error', format(conceal(errorToJson(result.error)), 1)],
    [
      'tasks',
      formatEntries(
        result.tasks.map(([id, task]) => [id, format(conceal(task), 2)]),
        1,
      ),
    ],
    ['warnings', format(conceal(result.warnings), 1)],
  ];
  if (result.diagnostics !== undefined) entries.push(['diagnostics', format(result.diagnostics, 1)]);
  return `${escapeControls(formatEntries(entries, 0))}\n`;
}

function formatEntries(entries: readonly (readonly [string, string])[], depth: number): string {
  if (entries.length === 0) return '{}';
  const indent = '  '.repeat(depth);
  return `{\n${entries.map(([key, text]) => `${indent}  ${JSON.stringify(key)}: ${text}`).join(',\n')}\n${indent}}`;
}

function format(value: Json, depth: number): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${'  '.repeat(depth)}`);
}
