import type { CodeLanguage, CodeReader, ColouredText } from '../ui/index.ts';
import { findScriptMistake } from './colours/findScriptMistake.ts';
import { TOKEN_COLOURS, type TokenKind } from './colours/tokenColours.ts';
import { INITIAL_LINE_STATE, tokenizeLine } from './colours/tokenizeLine.ts';
import { tokenizeScript } from './colours/tokenizeScript.ts';

/** What fields of code know of it: its colours, which are those of the editor, and mistakes in JavaScript. Loads no editor. */
export const CODE_READER: CodeReader = {
  colour: colourCode,
  findMistake: (text, language) => (language === 'javascript' ? findScriptMistake(text) : null),
};

function colourCode(text: string, language: CodeLanguage): readonly ColouredText[] {
  if (language === 'javascript') return tokenizeScript(text).map((token) => paint(token.text, token.kind));
  // JSON is YAML.
  const parts: ColouredText[] = [];
  let state = INITIAL_LINE_STATE;
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) parts.push(paint('\n', ''));
    const { tokens, state: after } = tokenizeLine(line, state);
    state = after;
    for (const [at, { start, scope }] of tokens.entries()) {
      parts.push(paint(line.slice(start, tokens[at + 1]?.start ?? line.length), scope));
    }
  }
  return parts;
}

function paint(text: string, kind: TokenKind): ColouredText {
  return { text, colour: `var(${TOKEN_COLOURS[kind]})` };
}
