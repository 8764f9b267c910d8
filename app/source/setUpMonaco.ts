import { registerFormCompletion } from './formModels.ts';
import { isYamlRegistered, registerScript, registerYaml } from './languages.ts';
import { monaco } from './monaco.ts';
import { registerFixes } from './problems.ts';
import { registerProviders } from './providers.ts';

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
