import { tokenizeScriptLine } from './colours/tokenizeScript.ts';
import { monaco } from './monaco.ts';

/** JavaScript in forms. Monaco's own is not loaded: its colours would differ from those of the field beside it. */
export const SCRIPT = 'javascript';

/** What a line goes on from, as Monaco keeps it. */
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
