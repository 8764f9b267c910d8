import 'monaco-editor/languages/definitions/javascript/register';
import { onThemeChange } from '../platform/index.ts';
import type { Code } from '../ui/index.ts';
import { monaco } from './monaco.ts';
import styles from './SourceEditor.module.css';
import { OPTIONS, registerOnce } from './setUpMonaco.ts';
import { applyEditorTheme } from './themes.ts';
import { LANGUAGE } from './yamlLanguage.ts';

/** JSON is YAML, whose colours know it. */
const LANGUAGES = { yaml: LANGUAGE, json: LANGUAGE, javascript: 'javascript' } as const;

/** Puts an editor of one text of a form into an element; the text is that of the form, and no file. Answers with what takes it away. */
export function createCodeEditor(container: HTMLElement, { language, label, read, onText }: Code): () => void {
  registerOnce();
  applyEditorTheme();
  const element = document.createElement('div');
  element.className = styles.editor ?? '';
  container.append(element);
  const { text, caret, hasFocus } = read();
  const model = monaco.editor.createModel(text, LANGUAGES[language]);
  model.setEOL(monaco.editor.EndOfLineSequence.LF);
  model.updateOptions({
    tabSize: 2,
    insertSpaces: true,
    bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
  });
  const editor = monaco.editor.create(element, { ...OPTIONS, ariaLabel: label, quickSuggestions: false, model });
  const typing = editor.onDidChangeModelContent(() => onText(model.getValue(monaco.editor.EndOfLinePreference.LF)));
  const stopTheme = onThemeChange(applyEditorTheme);
  editor.setPosition(model.getPositionAt(caret));
  if (hasFocus) editor.focus();
  void document.fonts.ready.then(() => monaco.editor.remeasureFonts());
  return () => {
    stopTheme();
    typing.dispose();
    editor.dispose();
    model.dispose();
    element.remove();
  };
}
