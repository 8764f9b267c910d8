import { useMemo } from 'react';
import { type Analysis, analyze, findTask, type Task } from '#engine';
import { useSession } from '../session/index.ts';

/** The workflow that a run was started with, and the names its tasks had then. */
export interface RunSource {
  readonly analysis: Analysis;
  readonly taskOf: (taskId: string) => Task | undefined;
  /** The task's name, else its id. */
  readonly nameOf: (taskId: string) => string;
}

/** Reads the source that the shown run was started with; null when no run is shown. */
export function useRunSource(): RunSource | null {
  const path = useSession((state) => state.run?.path ?? null);
  const source = useSession((state) => state.run?.source ?? null);
  return useMemo(() => {
    if (path === null || source === null) return null;
    const analysis = analyze(path, source);
    const taskOf = (taskId: string): Task | undefined => findTask(analysis.workflow, taskId);
    return { analysis, taskOf, nameOf: (taskId) => taskOf(taskId)?.name ?? taskId };
  }, [path, source]);
}
