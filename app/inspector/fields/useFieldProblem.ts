import type { Path } from '#engine';
import { useDiagnostics } from '../../session/index.ts';
import { inAppWords } from '../../ui/index.ts';

/** The message of the diagnostic at a path; undefined when there is none. */
export function useFieldProblem(path: Path): string | undefined {
  const problem = useDiagnostics().find((found) => found.severity !== 'info' && isSamePath(found.path, path));
  return problem && inAppWords(problem.message);
}

function isSamePath(a: Path, b: Path): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index]);
}
