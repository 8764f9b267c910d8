import { definitionAt, referencesAt } from '#engine/language';
import { openFile, session } from '../session/index.ts';
import { LANGUAGE } from './languages.ts';
import { type ModelPlace, placeOf } from './modelPlace.ts';
import { monaco } from './monaco.ts';
import { pathOf, showOther, uriOf } from './otherModels.ts';
import type { TextMap } from './textMap.ts';

/** Go to definition and find references, also in other files, which open in the session. Call once. */
export function registerNavigation(): void {
  monaco.languages.registerDefinitionProvider(LANGUAGE, {
    provideDefinition(model, position) {
      const place = placeOf(model);
      const found = place === null ? null : definitionAt(place.analysis, place.map.toOffset(position), place.files);
      const map = place === null || found === null ? null : mapOf(place, found.path);
      if (found === null || map === null) return null;
      return [
        {
          uri: uriOf(found.path),
          range: map.toRange(found.range),
          targetSelectionRange: map.toRange(found.selection),
        },
      ];
    },
  });
  monaco.languages.registerReferenceProvider(LANGUAGE, {
    provideReferences(model, position) {
      const place = placeOf(model);
      if (place === null) return [];
      return referencesAt(place.analysis, place.map.toOffset(position), place.files).flatMap(({ path, range }) => {
        const map = mapOf(place, path);
        return map === null ? [] : [{ uri: uriOf(path), range: map.toRange(range) }];
      });
    },
  });
  monaco.editor.registerEditorOpener({
    openCodeEditor(source, resource, target) {
      const path = pathOf(resource);
      if (path === null || source.getModel()?.uri.toString() === resource.toString()) return false;
      openFile(path);
      if (
        session.getState().document.activePath !== path ||
        source.getModel()?.uri.toString() !== uriOf(path).toString()
      )
        return false;
      if (target !== undefined) reveal(source, target);
      return true;
    },
  });
}

/** The places in a file's text; other files are given to Monaco, which looks into them. */
function mapOf({ analysis, map, files }: ModelPlace, path: string): TextMap | null {
  if (path === analysis.path) return map;
  const text = files.get(path);
  return text === undefined ? null : showOther(path, text);
}

function reveal(editor: monaco.editor.ICodeEditor, target: monaco.IRange | monaco.IPosition): void {
  const range = 'startLineNumber' in target ? target : monaco.Range.fromPositions(target);
  editor.setSelection(range);
  editor.revealRangeInCenterIfOutsideViewport(range);
  editor.focus();
}
