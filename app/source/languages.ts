import { INITIAL_LINE_STATE, type LineState, tokenizeLine } from './colours/tokenizeLine.ts';
import { tokenizeScriptLine } from './colours/tokenizeScript.ts';
import { monaco } from './monaco.ts';

/** The language of the app's models; Monaco's own YAML is not loaded, since it knows no templates. */
export const LANGUAGE = 'yaml';

/** The state of the tokenizer at the end of a line, as Monaco keeps it. */
class TokenizerState implements monaco.languages.IState {
  readonly line: LineState;

  constructor(line: LineState) {
    this.line = line;
  }

  clone(): TokenizerState {
    return this;
  }

  equals(other: monaco.languages.IState): boolean {
    if (!(other instanceof TokenizerState)) return false;
    const [a, b] = [this.line, other.line];
    return a.block === b.block && a.quote === b.quote && a.isExpression === b.isExpression && a.flow === b.flow;
  }
}

/** Whether Monaco knows YAML with templates. */
export function isYamlRegistered(): boolean {
  return monaco.languages.getLanguages().some(({ id }) => id === LANGUAGE);
}

/** Registers YAML with templates at Monaco. Call once. */
export function registerYaml(): void {
  monaco.languages.register({ id: LANGUAGE });
  monaco.languages.setTokensProvider(LANGUAGE, {
    getInitialState: () => new TokenizerState(INITIAL_LINE_STATE),
    tokenize(line, state) {
      const before = state instanceof TokenizerState ? state.line : INITIAL_LINE_STATE;
      const { tokens, state: after } = tokenizeLine(line, before);
      return {
        tokens: tokens.map(({ start, scope }) => ({ startIndex: start, scopes: scope })),
        endState: new TokenizerState(after),
      };
    },
  });
  monaco.languages.setLanguageConfiguration(LANGUAGE, {
    comments: { lineComment: '#' },
    brackets: [
      ['{', '}'],
      ['[', ']'],
      ['(', ')'],
    ],
    autoClosingPairs: [
      { open: '{', close: '}' },
      { open: '[', close: ']' },
      { open: '(', close: ')' },
      { open: '"', close: '"', notIn: ['string', 'comment'] },
      { open: "'", close: "'", notIn: ['string', 'comment'] },
    ],
    surroundingPairs: [
      { open: '{', close: '}' },
      { open: '[', close: ']' },
      { open: '(', close: ')' },
      { open: '"', close: '"' },
      { open: "'", close: "'" },
    ],
    folding: { offSide: true },
    wordPattern: /-?\d+(?:\.\d+)?|[A-Za-z_$][\w$]*(?:-[\w$]+)*/,
    onEnterRules: [
      // The next key of an item that begins on this line: `- id: a`.
      { beforeText: /^\s*-\s+[\w"'-]+:\s+\S.*$/, action: { indentAction: monaco.languages.IndentAction.Indent } },
      // What belongs to a key without a value, or the text of a block scalar.
      {
        beforeText: /^\s*(?:-\s+)?[\w"'-]+:\s*(?:[|>][+-]?)?\s*$/,
        action: { indentAction: monaco.languages.IndentAction.Indent },
      },
    ],
  });
}

/** JavaScript in forms. Monaco's own is not loaded: its colours would differ from those of the field next to it. */
export const SCRIPT = 'javascript';

/** What a line continues from, as Monaco keeps it. */
class ScriptState implements monaco.languages.IState {
  readonly before: string;

  constructor(before: string) {
    this.before = before;
  }

  clone(): ScriptState {
    return this;
  }

  equals(other: monaco.languages.IState): boolean {
    return other instanceof ScriptState && other.before === this.before;
  }
}

/** Registers JavaScript at Monaco. Call once. */
export function registerScript(): void {
  monaco.languages.register({ id: SCRIPT });
  monaco.languages.setTokensProvider(SCRIPT, {
    getInitialState: () => new ScriptState(''),
    tokenize(line, state) {
      const { tokens, after } = tokenizeScriptLine(line, state instanceof ScriptState ? state.before : '');
      return {
        tokens: tokens.map(({ start, kind }) => ({ startIndex: start, scopes: kind })),
        endState: new ScriptState(after),
      };
    },
  });
  const pairs = [
    { open: '{', close: '}' },
    { open: '[', close: ']' },
    { open: '(', close: ')' },
    ...['"', "'", '`'].map((quote) => ({ open: quote, close: quote, notIn: ['string', 'comment'] })),
  ];
  monaco.languages.setLanguageConfiguration(SCRIPT, {
    comments: { lineComment: '//', blockComment: ['/*', '*/'] },
    brackets: [
      ['{', '}'],
      ['[', ']'],
      ['(', ')'],
    ],
    // Brackets have the colour of signs, as in the field.
    colorizedBracketPairs: [],
    autoClosingPairs: pairs,
    surroundingPairs: pairs,
  });
}
