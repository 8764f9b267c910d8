import { LANGUAGE } from './languages.ts';
import { monaco } from './monaco.ts';
import { createTextMap, type TextMap } from './textMap.ts';

const SCHEME = 'signalbox';

/** How Monaco calls a file of the workspace. */
export function uriOf(path: string): monaco.Uri {
  return monaco.Uri.from({ scheme: SCHEME, path: `/${path}` });
}

/** The file that an address of {@link uriOf} means; null for any other address. */
export function pathOf(uri: monaco.Uri): string | null {
  return uri.scheme === SCHEME ? uri.path.slice(1) : null;
}

/** Models of files that are not open, which Monaco looks into for references and definitions. */
const others = new Set<monaco.editor.ITextModel>();

/** Lets Monaco look into a file that is not open, as its text is now. Answers with the places in that text. */
export function showOther(path: string, text: string): TextMap {
  const map = createTextMap(text);
  const uri = uriOf(path);
  const model = monaco.editor.getModel(uri);
  if (model === null) others.add(monaco.editor.createModel(map.modelText, LANGUAGE, uri));
  else if (others.has(model) && model.getValue(monaco.editor.EndOfLinePreference.LF) !== map.modelText)
    model.setValue(map.modelText);
  return map;
}

/** Gives the address of a file back, before the file itself is opened. */
export function releaseOther(path: string): void {
  const model = monaco.editor.getModel(uriOf(path));
  if (model === null || !others.delete(model)) return;
  model.dispose();
}

/** Forgets all files that are not open. */
export function releaseOthers(): void {
  for (const model of others) model.dispose();
  others.clear();
}
