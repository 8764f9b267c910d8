import { createContext } from 'react';
import type { LazyModule } from '../lazyModule.ts';

/** One suggestion for a field: puts `insert` in the place of `[start, end)` of the field's text. */
export interface FieldCompletion {
  readonly label: string;
  readonly detail: string;
  /** What it is and what it was in the last run, as Markdown. May be empty. */
  readonly documentation: string;
  readonly insert: string;
  readonly start: number;
  readonly end: number;
  /** The part of `insert` to fill in next, which is selected; omitted, the caret goes behind it all. */
  readonly stop?: { readonly start: number; readonly end: number } | undefined;
}

/** Completions at an offset of a field's text, best first; a promise of them while what knows them is not loaded. */
export type Completer = (
  text: string,
  offset: number,
) => readonly FieldCompletion[] | Promise<readonly FieldCompletion[]>;

/** What is written; a template is a text with expressions in it, and is no code. */
export type CodeLanguage = 'yaml' | 'json' | 'javascript';

/** A stretch of code of one colour. */
export interface ColouredText {
  readonly text: string;
  /** As CSS has it. */
  readonly colour: string;
}

/** A mistake in a text, and where it is: offsets in UTF-16, the end past the last one. */
export interface CodeProblem {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** What is wrong with a text as it is typed; null when nothing is. */
export type CheckCode = (text: string) => CodeProblem | null;

/** A text that an editor of code is opened on. */
export interface Code {
  readonly language: CodeLanguage;
  /** What a screen reader calls it. */
  readonly label: string;
  /** The text, and where its caret is, once the editor is there: it may be typed in meanwhile. */
  readonly read: () => { readonly text: string; readonly caret: number; readonly hasFocus: boolean };
  /** Each change; lines end with `\n`. */
  readonly onText: (text: string) => void;
  readonly complete?: Completer | undefined;
  readonly check?: CheckCode | undefined;
}

/** Puts an editor of code into an element, once it is loaded. Answers with what takes it away; rejects where it cannot be loaded. */
export type OpenCode = (container: HTMLElement, code: Code) => Promise<() => void>;

/** What can be read off a text of code alone. */
export interface CodeReader {
  /** The text in stretches; joined they are it. */
  readonly colour: (text: string, language: CodeLanguage) => readonly ColouredText[];
  /** A mistake that the language itself forbids. */
  readonly findMistake: (text: string, language: CodeLanguage) => CodeProblem | null;
}

/** What knows code: the app gives it, since the kit knows neither an editor nor a language. */
export interface CodeTools {
  readonly open: OpenCode;
  readonly reader: LazyModule<CodeReader>;
}

/** What fields of code are coloured and opened by. Null: they are plain text. */
export const CodeEditors = createContext<CodeTools | null>(null);
