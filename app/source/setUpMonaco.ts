import type { Diagnostic, Fix, Severity } from '#engine';
import { activeDiagnostics, readOnlyReason, writeFiles } from '../session/index.ts';
import type { Completer, FieldCompletion } from '../ui/index.ts';
import { isYamlRegistered, LANGUAGE, registerScript, registerYaml, SCRIPT } from './languages.ts';
import type { ModelBinding } from './ModelBinding.ts';
import { findCurrent } from './modelPlace.ts';
import { monaco } from './monaco.ts';
import { onChange } from './onChange.ts';
import { registerProviders, toVisibleRange } from './providers.ts';

/** What all editors have in common. */
export const OPTIONS = {
  automaticLayout: true,
  fontFamily: '"JetBrains Mono Variable", ui-monospace, monospace',
  fontSize: 13,
  lineHeight: 20,
  fontLigatures: false,
  minimap: { enabled: false },
  glyphMargin: false,
  lineNumbersMinChars: 4,
  lineDecorationsWidth: 18,
  padding: { top: 10, bottom: 24 },
  scrollBeyondLastLine: false,
  overviewRulerBorder: false,
  overviewRulerLanes: 0,
  hideCursorInOverviewRuler: true,
  renderLineHighlight: 'none',
  // Braces have the colours of what they are of.
  bracketPairColorization: { enabled: false },
  guides: { indentation: false },
  stickyScroll: { enabled: false },
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: true },
  unusualLineTerminators: 'off',
  wordBasedSuggestions: 'off',
  quickSuggestions: { other: true, strings: true, comments: false },
  acceptSuggestionOnEnter: 'smart',
  'semanticHighlighting.enabled': true,
  gotoLocation: { multiple: 'peek' },
  suggest: { showWords: false, showStatusBar: false },
  occurrencesHighlight: 'off',
  links: false,
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
} satisfies monaco.editor.IStandaloneEditorConstructionOptions;

/** Registers what all editors share, once: Monaco keeps it for the life of the page. */
export function registerOnce(): void {
  if (isYamlRegistered()) return;
  registerYaml();
  registerScript();
  registerProviders();
  registerFixes();
  registerFormCompletion();
  releaseKeys();
}

/** Gives back to the app the keys with which it runs a workflow. */
function releaseKeys(): void {
  const { KeyCode, KeyMod } = monaco;
  monaco.editor.addKeybindingRules([
    { keybinding: KeyMod.CtrlCmd | KeyCode.Enter, command: '-editor.action.insertLineAfter' },
    { keybinding: KeyMod.CtrlCmd | KeyMod.Shift | KeyCode.Enter, command: '-editor.action.insertLineBefore' },
  ]);
}

/** What completes the texts of forms that are open in an editor; Monaco asks with a model alone. */
const completers = new WeakMap<monaco.editor.ITextModel, Completer>();

/** Lets a text of a form be completed. Answers with what ends it. */
export function completeForm(model: monaco.editor.ITextModel, complete: Completer): () => void {
  completers.set(model, complete);
  return () => completers.delete(model);
}

/** Asks what completes the texts of forms. Call once. */
function registerFormCompletion(): void {
  monaco.languages.registerCompletionItemProvider([LANGUAGE, SCRIPT], {
    triggerCharacters: [' ', '.', '[', '"', "'", '|', '-', '/'],
    async provideCompletionItems(model, position) {
      const complete = completers.get(model);
      const text = model.getValue(monaco.editor.EndOfLinePreference.LF);
      const items = (await complete?.(text, model.getOffsetAt(position))) ?? [];
      return { suggestions: items.map((item, index) => toSuggestion(model, item, index)) };
    },
  });
}

function toSuggestion(
  model: monaco.editor.ITextModel,
  { label, detail, documentation, insert, start, end, stop }: FieldCompletion,
  index: number,
): monaco.languages.CompletionItem {
  const { KeepWhitespace, InsertAsSnippet } = monaco.languages.CompletionItemInsertTextRule;
  const { Field } = monaco.languages.CompletionItemKind;
  const snippet =
    stop === undefined
      ? insert
      : `${escape(insert.slice(0, stop.start))}\${1:${escape(insert.slice(stop.start, stop.end))}}${escape(insert.slice(stop.end))}`;
  return {
    label: { label, description: detail },
    kind: Field,
    insertText: snippet,
    insertTextRules: stop === undefined ? KeepWhitespace : KeepWhitespace | InsertAsSnippet,
    filterText:
      model
        .getValue()
        .slice(start, end)
        .match(/^[.[?'"]+/)?.[0]
        .concat(label) ?? label,
    sortText: String(index).padStart(5, '0'),
    range: monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end)),
    ...(documentation === '' ? {} : { documentation: { value: documentation } }),
  };
}

function escape(text: string): string {
  return text.replaceAll(/[\\$}]/g, '\\$&');
}

const OWNER = 'signalbox';
const APPLY_FIX = 'signalbox.applyFix';

/** The editor redraws each of them at every change: more are in the list of problems only. */
const MOST_MARKERS = 1_000;

const SEVERITIES = {
  error: monaco.MarkerSeverity.Error,
  warning: monaco.MarkerSeverity.Warning,
  info: monaco.MarkerSeverity.Info,
} satisfies Record<Severity, monaco.MarkerSeverity>;

/** Underlines the diagnostics of the active file, now and whenever they change. Answers with a function that stops that. */
export function showProblems(binding: ModelBinding): () => void {
  const show = (): void => {
    const current = binding.current();
    if (current === null) return;
    const markers = activeDiagnostics()
      .slice(0, MOST_MARKERS)
      .map(
        (diagnostic): monaco.editor.IMarkerData => ({
          ...toVisibleRange(current.map, diagnostic.range),
          severity: SEVERITIES[diagnostic.severity],
          message: diagnostic.message,
          code: diagnostic.code,
        }),
      );
    monaco.editor.setModelMarkers(current.model, OWNER, markers);
  };
  show();
  const stop = onChange(activeDiagnostics, show);
  const change = binding.editor.onDidChangeModel(show);
  return () => {
    stop();
    change.dispose();
  };
}

/** Offers the fixes of diagnostics as quick fixes; each is one undo step. Call once. */
function registerFixes(): void {
  monaco.editor.registerCommand(APPLY_FIX, (_accessor, path: string, fix: Fix) => {
    writeFiles('source.fix', [{ type: 'edit', path, edits: fix.edits }]);
  });
  monaco.languages.registerCodeActionProvider(LANGUAGE, {
    provideCodeActions(model, range) {
      const current = findCurrent(model);
      if (current === null || readOnlyReason() !== null) return { actions: [], dispose: () => undefined };
      const touched = activeDiagnostics().filter((diagnostic) =>
        monaco.Range.areIntersectingOrTouching(toVisibleRange(current.map, diagnostic.range), range),
      );
      return {
        actions: touched.flatMap((diagnostic) => toActions(current.path, diagnostic)),
        dispose: () => undefined,
      };
    },
  });
}

function toActions(path: string, diagnostic: Diagnostic): monaco.languages.CodeAction[] {
  return (diagnostic.fixes ?? []).map((fix, index) => ({
    title: fix.title,
    kind: 'quickfix',
    isPreferred: index === 0,
    command: { id: APPLY_FIX, title: fix.title, arguments: [path, fix] },
  }));
}
