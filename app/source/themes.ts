import { TOKEN_COLOURS } from './colours/tokenizeScript.ts';
import { tokenName } from './modelPlace.ts';
import { monaco } from './monaco.ts';

/** Which of the product's colours each kind of token has. */
const TOKENS: readonly (readonly [token: string, variable: string])[] = [
  ...Object.entries(TOKEN_COLOURS),
  [tokenName('root'), '--agent'],
  [tokenName('property'), '--agent'],
  [tokenName('function'), '--tool'],
  [tokenName('string'), '--success'],
  [tokenName('number'), '--wait'],
  [tokenName('operator'), '--ink-2'],
  [tokenName('parameter'), '--container'],
  [tokenName('brace'), '--warning'],
  [tokenName('unknown'), '--error'],
];

/** Which of them each part of the editor has; a second number is its opacity. */
const COLORS: Readonly<Record<string, readonly [variable: string, opacity?: number]>> = {
  'editor.background': ['--surface'],
  'editor.foreground': ['--ink'],
  'editorGutter.background': ['--surface'],
  'editorLineNumber.foreground': ['--ink-3'],
  'editorLineNumber.activeForeground': ['--ink'],
  'editorCursor.foreground': ['--accent'],
  'editor.selectionBackground': ['--accent', 0.28],
  'editor.inactiveSelectionBackground': ['--accent', 0.14],
  'editor.findMatchBackground': ['--warning', 0.45],
  'editor.findMatchHighlightBackground': ['--warning', 0.22],
  'editor.lineHighlightBackground': ['--ink', 0.03],
  'editor.rangeHighlightBackground': ['--accent', 0.08],
  'editorBracketMatch.background': ['--accent', 0.12],
  'editorBracketMatch.border': ['--accent', 0.4],
  'editorWidget.background': ['--raised'],
  'editorWidget.foreground': ['--ink'],
  'editorWidget.border': ['--line-strong'],
  'editorHoverWidget.background': ['--raised'],
  'editorHoverWidget.foreground': ['--ink'],
  'editorHoverWidget.border': ['--line-strong'],
  'editorSuggestWidget.background': ['--raised'],
  'editorSuggestWidget.foreground': ['--ink'],
  'editorSuggestWidget.border': ['--line-strong'],
  'editorSuggestWidget.selectedBackground': ['--accent-soft'],
  'editorSuggestWidget.selectedForeground': ['--ink'],
  'editorSuggestWidget.highlightForeground': ['--accent'],
  'editorSuggestWidget.focusHighlightForeground': ['--accent'],
  'editorError.foreground': ['--error'],
  'editorWarning.foreground': ['--warning'],
  'editorInfo.foreground': ['--accent'],
  'editorLightBulb.foreground': ['--warning'],
  'editorLightBulbAutoFix.foreground': ['--accent'],
  'input.background': ['--surface'],
  'input.foreground': ['--ink'],
  'input.border': ['--line-strong'],
  'input.placeholderForeground': ['--ink-3'],
  'inputValidation.infoBackground': ['--raised'],
  'inputValidation.infoForeground': ['--ink'],
  'inputValidation.infoBorder': ['--line-strong'],
  'inputOption.activeBackground': ['--accent-soft'],
  'inputOption.activeForeground': ['--accent'],
  focusBorder: ['--accent'],
  'menu.background': ['--raised'],
  'menu.foreground': ['--ink'],
  'menu.selectionBackground': ['--accent-soft'],
  'menu.selectionForeground': ['--ink'],
  'menu.separatorBackground': ['--line'],
  'menu.border': ['--line-strong'],
  'list.hoverBackground': ['--ink', 0.05],
  'list.activeSelectionBackground': ['--accent-soft'],
  'list.activeSelectionForeground': ['--ink'],
  'list.focusBackground': ['--accent-soft'],
  'list.focusForeground': ['--ink'],
  'list.highlightForeground': ['--accent'],
  'peekView.border': ['--accent'],
  'peekViewTitle.background': ['--raised'],
  'peekViewTitleLabel.foreground': ['--ink'],
  'peekViewTitleDescription.foreground': ['--ink-2'],
  'peekViewEditor.background': ['--background'],
  'peekViewEditorGutter.background': ['--background'],
  'peekViewEditor.matchHighlightBackground': ['--accent', 0.24],
  'peekViewResult.background': ['--raised'],
  'peekViewResult.fileForeground': ['--ink'],
  'peekViewResult.lineForeground': ['--ink-2'],
  'peekViewResult.matchHighlightBackground': ['--accent', 0.24],
  'peekViewResult.selectionBackground': ['--accent-soft'],
  'peekViewResult.selectionForeground': ['--ink'],
  'diffEditor.insertedLineBackground': ['--success', 0.1],
  'diffEditor.insertedTextBackground': ['--success', 0.2],
  'diffEditor.removedLineBackground': ['--error', 0.1],
  'diffEditor.removedTextBackground': ['--error', 0.2],
  'diffEditor.diagonalFill': ['--line'],
  'diffEditor.border': ['--line'],
  'diffEditor.unchangedRegionBackground': ['--background'],
  'diffEditor.unchangedRegionForeground': ['--ink-2'],
  'diffEditor.unchangedRegionShadow': ['--line'],
  'diffEditor.unchangedCodeBackground': ['--surface'],
  'badge.background': ['--line-strong'],
  'badge.foreground': ['--ink'],
  'editorLink.activeForeground': ['--accent'],
  'textLink.foreground': ['--accent'],
  'textLink.activeForeground': ['--accent'],
  'quickInput.background': ['--raised'],
  'quickInput.foreground': ['--ink'],
  'quickInputList.focusBackground': ['--accent-soft'],
  'quickInputList.focusForeground': ['--ink'],
  'scrollbar.shadow': ['--line'],
  'scrollbarSlider.background': ['--ink', 0.14],
  'scrollbarSlider.hoverBackground': ['--ink', 0.22],
  'scrollbarSlider.activeBackground': ['--ink', 0.3],
  'widget.shadow': ['--ink', 0.12],
};

const NAME = 'signalbox';

/** Draws the editor in the colours that the page has now; call again when the page turns dark or light. */
export function applyEditorTheme(): void {
  const style = getComputedStyle(document.documentElement);
  const isDark = document.documentElement.dataset['theme'] === 'dark';
  const hex = (variable: string): string => toLongHex(style.getPropertyValue(variable).trim());
  monaco.editor.defineTheme(NAME, {
    base: isDark ? 'vs-dark' : 'vs',
    inherit: false,
    rules: TOKENS.map(([token, variable]) => ({ token, foreground: hex(variable).slice(1) })),
    colors: Object.fromEntries(
      Object.entries(COLORS).map(([part, [variable, opacity]]) => [
        part,
        `${hex(variable)}${opacity === undefined ? '' : toAlpha(opacity)}`,
      ]),
    ),
  });
  monaco.editor.setTheme(NAME);
}

/** `#fff` as `#ffffff`: a build shortens colours, and the editor refuses the short form. */
function toLongHex(color: string): string {
  return color.length === 4 ? color.replaceAll(/[0-9a-f]/gi, '$&$&') : color;
}

function toAlpha(opacity: number): string {
  return Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0');
}
