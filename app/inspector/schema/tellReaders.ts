import type { Path } from '#engine';
import { activeAnalysis, notify } from '../../session/index.ts';
import { languageService, loadLanguage } from '../language/languageService.ts';

/**
 * Says how many expressions read a property of the workflow's input by a name it has no longer: they stay as they are. For
 * other schemas who reads them is not known.
 */
export function tellReaders(schema: Path, name: string): void {
  if (schema.join('.') !== 'schema.input') return;
  void loadLanguage().then(() => {
    const analysis = activeAnalysis('shown');
    const reads = analysis === null ? [] : (languageService()?.listReads(analysis) ?? []);
    const count = reads.filter(
      ({ root, keys }) => root === 'workflow' && keys[0] === 'input' && keys[1] === name,
    ).length;
    if (count === 0) return;
    const words = count === 1 ? '1 expression still reads' : `${count} expressions still read`;
    notify({ kind: 'info', message: `${words} workflow.input.${name}. Find shows where (Ctrl+Shift+F).` });
  });
}
