import { useSession } from '../../session/index.ts';

/** How often the tests of the file on screen come to a task or a line, while that is painted; undefined: it is not, or does not count. */
export function useCoverage(kind: 'tasks' | 'edges', id: string): number | undefined {
  return useSession(({ run: { coverage }, document: { activePath, workspace } }) =>
    coverage !== null && coverage.path === activePath && workspace.files.get(coverage.path) === coverage.source
      ? coverage[kind].get(id)
      : undefined,
  );
}
