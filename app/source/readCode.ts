import type { CodeLanguage, CodeProblem, CodeReader, ColouredText } from '../ui/index.ts';
import { INITIAL_LINE_STATE, tokenizeLine } from './colours/tokenizeLine.ts';
import { TOKEN_COLOURS, type TokenKind, tokenizeScript } from './colours/tokenizeScript.ts';

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

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/**
 * What of JavaScript is open and never closed, or closed and never opened; null when nothing is. It knows no grammar: behind a
 * bracket a slash may begin a regular expression or divide, and then brackets are not counted.
 */
export function findScriptMistake(text: string): CodeProblem | null {
  const open: { readonly text: string; readonly start: number }[] = [];
  let start = 0;
  let before = '';
  let stray: CodeProblem | null = null;
  for (const { text: token, kind } of tokenizeScript(text)) {
    const end = start + token.length;
    if (kind === 'string' && !isClosed(token)) return { message: 'This text is never closed.', start, end: start + 1 };
    if (token.startsWith('/*') && !token.endsWith('*/'))
      return { message: 'This comment is never closed.', start, end: start + 2 };
    if (token === '/' && /[)}]$/.test(before)) return null;
    if (kind === 'delimiter' && token in CLOSING) open.push({ text: token, start });
    else if (kind === 'delimiter' && /[)\]}]/.test(token)) {
      const last = open.pop();
      if (stray === null && (last === undefined || CLOSING[last.text] !== token))
        stray = { message: `Nothing is open that this ${token} closes.`, start, end };
    }
    if (token.trim() !== '' && kind !== 'comment') before = token;
    start = end;
  }
  const [first] = open;
  if (stray !== null || first === undefined) return stray;
  return { message: `This ${first.text} is never closed.`, start: first.start, end: first.start + 1 };
}

function isClosed(token: string): boolean {
  return /^(["'`])(?:[^\\]|\\[^])*\1$/.test(token) && token.length > 1;
}
