import { type Analysis, effectiveWorkflow } from '#engine';
import { walkTasks } from '#engine/model';
import { kindOf } from '../../session/index.ts';
import { type Kind, shortText } from '../../ui/index.ts';

/** The workflow that a run was started with, and the names its tasks had then. */
export interface RunSource {
  readonly analysis: Analysis;
  /** What the task's row is drawn as: its type, or what a basic task uses. */
  readonly kindOf: (taskId: string) => Kind;
  /** The task's name, else its id. */
  readonly nameOf: (taskId: string) => string;
}

/** Longest name shown, in characters. */
const MOST_CHARACTERS = 200;

/** Reads the tasks of an analysis by the ids a run has for them: those of imported tasks and of what these hold, too. */
export function toRunSource(analysis: Analysis): RunSource {
  const workflow = effectiveWorkflow(analysis);
  const tasks = new Map([...walkTasks(workflow)].map(({ task }) => [task.id, task] as const).toReversed());
  return {
    analysis,
    kindOf: (taskId) => {
      const task = tasks.get(taskId);
      return task === undefined ? 'unknown' : kindOf(workflow, task);
    },
    nameOf: (taskId) => shortText(tasks.get(taskId)?.name ?? taskId, MOST_CHARACTERS),
  };
}
