import type { Diagnostic } from '../text/index.ts';
import { checkFile } from './checkFile.ts';
import type { Files } from './Proposal.ts';

/** A finding of the check, and its file. */
export interface FileDiagnostic {
  readonly path: string;
  readonly diagnostic: Diagnostic;
}

/** What the check says of the files that differ between two states of a workspace. */
export interface CheckComparison {
  /** Of the state afterwards, and not before. */
  readonly added: readonly FileDiagnostic[];
  /** Of the state before, and not afterwards. */
  readonly gone: readonly FileDiagnostic[];
}

/** Compares the findings of two states of a workspace: the same words of the same code are the same, wherever they moved. */
export function compareChecks(before: Files, after: Files): CheckComparison {
  const paths = [...new Set([...before.keys(), ...after.keys()])].filter((path) => isAffected(before, after, path));
  const comparisons = paths.map((path) => compareFile(path, checkFile(before, path), checkFile(after, path)));
  return {
    added: comparisons.flatMap(({ added }) => added),
    gone: comparisons.flatMap(({ gone }) => gone),
  };
}

/** A change of one file may be felt in those that name it: they import it, run it or test it. */
function isAffected(before: Files, after: Files, path: string): boolean {
  if (before.get(path) !== after.get(path)) return true;
  const text = after.get(path) ?? '';
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
  return changed.some((name) => text.includes(stem(name)) || stem(path) === stem(name));
}

/** The name that other files have for it, at least. */
function stem(path: string): string {
  const name = path.split('/').at(-1) ?? '';
  return name.replace(/(\.test)?\.[a-z]+$/iu, '');
}

function compareFile(path: string, before: readonly Diagnostic[], after: readonly Diagnostic[]): CheckComparison {
  const without = (these: readonly Diagnostic[], others: readonly Diagnostic[]): readonly FileDiagnostic[] => {
    const left = others.map(keyOf);
    return these.flatMap((diagnostic) => {
      const at = left.indexOf(keyOf(diagnostic));
      if (at < 0) return [{ path, diagnostic }];
      left.splice(at, 1);
      return [];
    });
  };
  return { added: without(after, before), gone: without(before, after) };
}

function keyOf({ code, message }: Diagnostic): string {
  return `${code} ${message}`;
}
