import { type SessionState, useSession } from '../../session/index.ts';

type Painted = NonNullable<SessionState['run']['painted']>;

/** What is painted of a proof on a task or a line of the file on screen; undefined: nothing. */
export function usePainted<Kind extends 'tasks' | 'edges'>(
  kind: Kind,
  id: string,
): ReturnType<Painted[Kind]['get']> | undefined {
  return useSession(({ run: { painted }, document: { activePath, workspace } }) =>
    painted !== null && painted.path === activePath && workspace.files.get(painted.path) === painted.source
      ? (painted[kind].get(id) as ReturnType<Painted[Kind]['get']>)
      : undefined,
  );
}
