import type { Path } from '#engine';
import { activeAnalysis, notify } from '../../session/index.ts';
import { completionContext, languageService, loadLanguage } from './languageService.ts';

/** What the field at a path can read, by the document, the variables and the run on screen; none until the language service is there. */
export function readableAt(path: Path): readonly import('#engine/language').Readable[] {
  const analysis = activeAnalysis('own');
  return analysis === null ? [] : (languageService()?.listReferences(analysis, path, completionContext()) ?? []);
}

/** A value as it is read in the field at a path; null where it cannot be, which the user is told. */
export async function placedAt(path: Path, reference: string): Promise<string | null> {
  await loadLanguage();
  const analysis = activeAnalysis('own');
  const placed = analysis === null ? undefined : languageService()?.placeReference(analysis, reference, path);
  if (placed === undefined) return null;
  if (placed.ok) return placed.value;
  notify({ kind: 'info', message: placed.error });
  return null;
}
