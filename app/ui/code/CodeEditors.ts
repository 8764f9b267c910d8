import { createContext } from 'react';

/** What is written; a template is a text with expressions in it, and is no code. */
export type CodeLanguage = 'yaml' | 'json' | 'javascript';

/** A text that an editor of code is opened on. */
export interface Code {
  readonly language: CodeLanguage;
  /** What a screen reader calls it. */
  readonly label: string;
  /** The text, and where its caret is, once the editor is there: it may be typed in meanwhile. */
  readonly read: () => { readonly text: string; readonly caret: number; readonly hasFocus: boolean };
  /** Each change; lines end with `\n`. */
  readonly onText: (text: string) => void;
}

/** Puts an editor of code into an element, once it is loaded. Answers with what takes it away; rejects where it cannot be loaded. */
export type OpenCode = (container: HTMLElement, code: Code) => Promise<() => void>;

/** What opens editors of code: the app gives it, since only one room knows an editor. Null: there is none. */
export const CodeEditors = createContext<OpenCode | null>(null);
