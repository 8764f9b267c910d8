import { onThemeChange } from '../../platform/index.ts';
import { LANGUAGE } from '../languages.ts';
import { monaco } from '../monaco.ts';
import styles from '../SourceEditor.module.css';
import { OPTIONS, registerOnce } from '../setUpMonaco.ts';
import { applyEditorTheme } from '../themes.ts';

/** Two texts to show side by side, or one above the other where there is little room. */
export interface ComparedTexts {
  readonly before: string;
  readonly after: string;
  readonly beforeLabel: string;
  readonly afterLabel: string;
  /** With the number of changes, once it is known. */
  readonly onChanges: (count: number) => void;
}

/** An editor of two texts on screen. */
export interface TextDiff {
  /** Shows the change at an index, in the order of the text. */
  readonly show: (index: number) => void;
  readonly dispose: () => void;
}

/** Puts two texts with what differs into an element; none of them can be changed there. */
export function createTextDiff(container: HTMLElement, texts: ComparedTexts): TextDiff {
  registerOnce();
  applyEditorTheme();
  const element = document.createElement('div');
  element.className = styles.editor ?? '';
  container.append(element);
  const [original, modified] = [toModel(texts.before), toModel(texts.after)];
  const editor = monaco.editor.createDiffEditor(element, {
    ...OPTIONS,
    readOnly: true,
    originalEditable: false,
    diffAlgorithm: 'advanced',
    hideUnchangedRegions: { enabled: true, contextLineCount: 3, minimumLineCount: 5 },
    renderGutterMenu: false,
    renderMarginRevertIcon: false,
    renderOverviewRuler: false,
    renderSideBySideInlineBreakpoint: 720,
    wordWrap: 'on',
    originalAriaLabel: texts.beforeLabel,
    modifiedAriaLabel: texts.afterLabel,
  });
  editor.setModel({ original, modified });
  const show = (index: number): void => {
    const change = editor.getLineChanges()?.[index];
    if (change === undefined) return;
    const line = Math.max(1, change.modifiedStartLineNumber);
    const pane = editor.getModifiedEditor();
    pane.setPosition({ lineNumber: line, column: 1 });
    pane.revealLineInCenter(line);
  };
  const counting = editor.onDidUpdateDiff(() => {
    const count = editor.getLineChanges()?.length ?? 0;
    texts.onChanges(count);
    show(0);
  });
  const stopTheme = onThemeChange(applyEditorTheme);
  void document.fonts.ready.then(() => monaco.editor.remeasureFonts());
  return {
    show,
    dispose: () => {
      stopTheme();
      counting.dispose();
      editor.dispose();
      original.dispose();
      modified.dispose();
      element.remove();
    },
  };
}

function toModel(text: string): monaco.editor.ITextModel {
  return monaco.editor.createModel(text, LANGUAGE);
}
