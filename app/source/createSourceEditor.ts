import { doAction } from '../actions/index.ts';
import { onThemeChange } from '../platform/index.ts';
import { port, readOnlyReason, redo, registerPort, undo } from '../session/index.ts';
import { followSelection } from './followSelection.ts';
import { ModelBinding } from './ModelBinding.ts';
import { addBinding } from './modelPlace.ts';
import { monaco } from './monaco.ts';
import { onChange } from './onChange.ts';
import { releaseOthers } from './otherModels.ts';
import { addRename } from './renameBox.ts';
import { OPTIONS, registerOnce, showProblems } from './setUpMonaco.ts';
import { applyEditorTheme } from './themes.ts';

/** While Escape has no use in the editor: no list, field or message is open, and one cursor has nothing selected. */
const NOTHING_TO_CLOSE = [
  'suggestWidgetVisible',
  'findWidgetVisible',
  'parameterHintsVisible',
  'renameInputVisible',
  'referenceSearchVisible',
  'markersNavigationVisible',
  'messageVisible',
  'codeActionMenuVisible',
  'editorHoverVisible',
  'inSnippetMode',
  'inlineSuggestionVisible',
  'accessibilityHelpWidgetVisible',
  'editorHasSelection',
  'editorHasMultipleSelections',
]
  .map((key) => `!${key}`)
  .join(' && ');

/** Puts the text pane's editor into an element: text, problems, selection, theme and keys follow the session. Answers with a function that takes it away. */
export function createSourceEditor(container: HTMLElement): () => void {
  registerOnce();
  applyEditorTheme();
  const editor = monaco.editor.create(container, {
    ...OPTIONS,
    ariaLabel: 'YAML of the workflow',
    fixedOverflowWidgets: true,
    model: null,
  });
  const binding = new ModelBinding(editor);
  const stops = [
    addBinding(binding),
    showProblems(binding),
    followSelection(binding),
    followReadOnly(editor),
    onThemeChange(applyEditorTheme),
    registerPort('source', {
      reveal(range) {
        const current = binding.current();
        if (current === null) return;
        const { lineNumber, column } = current.map.toPosition(range.start);
        editor.setPosition({ lineNumber, column });
        editor.revealPositionInCenter({ lineNumber, column });
        editor.focus();
      },
      focus: () => editor.focus(),
    }),
  ];
  addRename(binding);
  const { KeyCode, KeyMod } = monaco;
  editor.addCommand(KeyMod.CtrlCmd | KeyCode.KeyZ, () => binding.move(undo));
  editor.addCommand(KeyMod.CtrlCmd | KeyMod.Shift | KeyCode.KeyZ, () => binding.move(redo));
  editor.addCommand(KeyMod.CtrlCmd | KeyCode.KeyY, () => binding.move(redo));
  // Monaco would wait for a second key.
  editor.addCommand(KeyMod.CtrlCmd | KeyCode.KeyK, () => doAction('help.palette'));
  editor.addCommand(KeyCode.Escape, () => port('canvas')?.focus(), NOTHING_TO_CLOSE);
  void document.fonts.ready.then(() => monaco.editor.remeasureFonts());
  return () => {
    for (const stop of stops) stop();
    binding.dispose();
    releaseOthers();
    editor.dispose();
  };
}

function followReadOnly(editor: monaco.editor.IStandaloneCodeEditor): () => void {
  const apply = (reason: string | null): void =>
    editor.updateOptions({ readOnly: reason !== null, readOnlyMessage: { value: reason ?? '' } });
  apply(readOnlyReason());
  return onChange(readOnlyReason, apply);
}
