import type { ShownAnalysis } from '#engine';
import { readField } from '#engine/edit';
import type { Data } from '#engine/values';

const documents = new WeakMap<ShownAnalysis, Data | undefined>();

/** The whole document as data, read once per text: what schema questions about one place need to know the rest. */
export function readDocument(analysis: ShownAnalysis): Data | undefined {
  if (!documents.has(analysis)) documents.set(analysis, readField(analysis.syntax, []));
  return documents.get(analysis);
}
