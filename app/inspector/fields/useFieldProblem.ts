import type { Path } from '#engine';
import { useDiagnostics } from '../../session/index.ts';

/** What the check says of the value at a path, in words; undefined when nothing is wrong with it. */
export function useFieldProblem(path: Path): string | undefined {
  return useDiagnostics().find((found) => found.severity !== 'info' && isSamePath(found.path, path))?.message;
}

function isSamePath(a: Path, b: Path): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index]);
}
