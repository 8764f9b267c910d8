import { useMemo } from 'react';
import { type Analysis, findTask, resolveUse } from '#engine';
import { analysisOfRun, useSession } from '../session/index.ts';
import type { Kind } from '../ui/index.ts';

/** The workflow that a run was started with, and the names its tasks had then. */
export interface RunSource {
  readonly analysis: Analysis;
  /** What the task's row is drawn as: its type, or what a basic task uses. */
  readonly kindOf: (taskId: string) => Kind;
  /** The task's name, else its id. */
  readonly nameOf: (taskId: string) => string;
}

/** Reads the source that the shown run was started with; null when no run is shown. */
export function useRunSource(): RunSource | null {
  const analysis = useSession((state) => (state.run ? analysisOfRun(state, state.run) : null));
  return useMemo(() => {
    if (analysis === null) return null;
    const nameOf = (taskId: string): string => findTask(analysis.workflow, taskId)?.name ?? taskId;
    return { analysis, kindOf: (taskId) => toKind(analysis, taskId), nameOf };
  }, [analysis]);
}

function toKind({ workflow }: Analysis, taskId: string): Kind {
  const task = findTask(workflow, taskId);
  if (task === undefined) return 'unknown';
  if (task.type !== 'basic') return task.type;
  const use = resolveUse(workflow, task);
  switch (use.kind) {
    case 'agent':
      return 'agent';
    case 'tool':
    case 'core':
    case 'mcp':
      return 'tool';
    case 'unresolved':
    case 'none':
      return 'basic';
  }
}
