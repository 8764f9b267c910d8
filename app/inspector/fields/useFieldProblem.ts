import type { Path } from '#engine';
import { useDiagnostics } from '../../session/index.ts';

/** The message of the diagnostic at a path; undefined when there is none. */
export function useFieldProblem(path: Path): string | undefined {
  return useDiagnostics().find((found) => found.severity !== 'info' && isSamePath(found.path, path))?.message;
}

function isSamePath(a: Path, b: Path): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index]);
}
