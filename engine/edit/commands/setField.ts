import type { Data, Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { findNode, renameKey } from '../../syntax/index.ts';
import type { Path, Refusal, Transaction } from '../../text/index.ts';
import { refuse } from '../find/refuse.ts';
import { editFile, findSyntaxRefusal, hasEntry, openRoute, removePath, setAt } from '../steps/editFile.ts';

/** A field and the value it gets. */
export interface FieldValue {
  readonly path: Path;
  /** Undefined unsets the field: its key goes, and every map that is empty then. */
  readonly value: Data | undefined;
}

/**
 * Sets or unsets any field; missing maps on the way are made, a route written short becomes a map, and a new key goes where
 * people expect it.
 */
export function setField(analysis: Analysis, { path, value }: FieldValue): Result<Transaction, Refusal> {
  const origin = `setField:${path.join('.')}`;
  if (value === undefined) return editFile(analysis, { origin, steps: [removePath(path)] });
  const route = path.lastIndexOf('routes') + 1;
  const isOfRoute = route > 0 && path.length > route + 1;
  const opened = isOfRoute ? [openRoute(path.slice(0, route + 1))] : [];
  return editFile(analysis, { origin, steps: [...opened, setAt(path, value)] });
}

/** A field and the key it gets. */
export interface FieldRename {
  readonly path: Path;
  readonly key: string;
}

/** Gives a key of a map another name; its value stays as it is written. */
export function renameField(analysis: Analysis, { path, key }: FieldRename): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const written = String(path.at(-1) ?? '');
  if (!hasEntry(analysis.syntax, path))
    return refuse('UNKNOWN_FIELD', written, `There is no “${written}” here any more.`);
  if (key.trim() === '') return refuse('INVALID_KEY', written, 'A name needs at least one character.');
  const origin = `renameField:${path.join('.')}`;
  if (key === written) return editFile(analysis, { origin, steps: [] });
  const parent = findNode(analysis.syntax, path.slice(0, -1));
  if (parent?.kind === 'map' && parent.entries.some((entry) => entry.key === key)) {
    return refuse('DUPLICATE_KEY', key, `There is already a “${key}” here. Choose another name.`);
  }
  return editFile(analysis, { origin, steps: [(syntax) => renameKey(syntax, path, key)] });
}
