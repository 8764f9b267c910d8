import { onThemeChange } from '../platform/index.ts';
import type { Code, CodeProblem } from '../ui/index.ts';
import { LANGUAGE, SCRIPT } from './languages.ts';
import { monaco } from './monaco.ts';
import styles from './SourceEditor.module.css';
import { completeForm, OPTIONS, registerOnce } from './setUpMonaco.ts';
import { applyEditorTheme } from './themes.ts';

/** JSON is YAML, whose colours know it. */
const LANGUAGES = { yaml: LANGUAGE, json: LANGUAGE, javascript: SCRIPT } as const;

/** Puts an editor of one text of a form into an element; the text is that of the form, and no file. Answers with what takes it away. */
export function createCodeEditor(container: HTMLElement, code: Code): () => void {
  const { language, label, read, onText, complete, check } = code;
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
  const stopCompleting = complete === undefined ? undefined : completeForm(model, complete);
  const editor = monaco.editor.create(element, {
    ...OPTIONS,
    ariaLabel: label,
    // Where nothing is begun, Enter is a new line.
    quickSuggestions: complete === undefined ? false : OPTIONS.quickSuggestions,
    model,
  });
  const mark = (text: string): void => markMistake(model, check?.(text) ?? null);
  mark(text);
  const typing = editor.onDidChangeModelContent(() => {
    const typed = model.getValue(monaco.editor.EndOfLinePreference.LF);
    onText(typed);
    mark(typed);
  });
  const stopTheme = onThemeChange(applyEditorTheme);
  editor.setPosition(model.getPositionAt(caret));
  if (hasFocus) editor.focus();
  void document.fonts.ready.then(() => monaco.editor.remeasureFonts());
  return () => {
    stopTheme();
    typing.dispose();
    stopCompleting?.();
    editor.dispose();
    model.dispose();
    element.remove();
  };
}

function markMistake(model: monaco.editor.ITextModel, problem: CodeProblem | null): void {
  const markers = [problem ?? []].flat().map(({ message, start, end }): monaco.editor.IMarkerData => {
    const from = Math.max(0, Math.min(start, model.getValueLength() - 1));
    const [first, last] = [model.getPositionAt(from), model.getPositionAt(Math.max(end, from + 1))];
    return {
      startLineNumber: first.lineNumber,
      startColumn: first.column,
      endLineNumber: last.lineNumber,
      endColumn: last.column,
      severity: monaco.MarkerSeverity.Error,
      message,
    };
  });
  monaco.editor.setModelMarkers(model, 'form', markers);
}
