import type { Analysis } from '../graph/index.ts';
import { findRange, pathAt } from '../syntax/index.ts';
import { findNamed, referentTarget, type Target } from './findUse.ts';
import type { Definition } from './LanguageItem.ts';
import { expressionPartAt } from './referenceAt.ts';

/** Where what stands at an offset is defined: the task of a `next` or of `tasks.x`, the agent or tool of a `use`, an action. Null for anything else. */
export function definitionAt(analysis: Analysis, offset: number): Definition | null {
  const target = targetAt(analysis, offset);
  if (target === null) return null;
  return {
    range: findRange(analysis.syntax, target.path, 'entry'),
    selection: findRange(analysis.syntax, [...target.path, 'id'], 'value'),
  };
}

/** What the text at an offset names. */
export function targetAt(analysis: Analysis, offset: number): Target | null {
  const part = expressionPartAt(analysis, offset);
  if (part?.kind === 'reference') {
    const [id] = part.reference.path;
    return typeof id === 'string' ? referentTarget(analysis, part.reference.root, id) : null;
  }
  return part === null ? findNamed(analysis, pathAt(analysis.syntax, offset)) : null;
}
