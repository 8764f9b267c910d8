import { useMemo } from 'react';
import { type Analysis, analyze, effectiveWorkflow } from '#engine';
import { walkTasks } from '#engine/model';
import { kindOf, useSession } from '../../session/index.ts';
import { analysisOfRun } from '../../session/run/index.ts';
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

/** Reads the source that the shown run was started with, what it imports as it is now; null when no run is shown. */
export function useRunSource(): RunSource | null {
  const analysis = useSession((state) => (state.run.shown ? analysisOfRun(state, state.run.shown) : null));
  const files = useSession((state) => (state.run.shown ? state.document.workspace.files : null));
  return useMemo(() => {
    if (analysis === null || files === null) return null;
    return toRunSource(analyze(analysis.path, analysis.syntax.text, analysis, files));
  }, [analysis, files]);
}
