import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { type AnsweredCall, type AnswerStore, formatAnswer, readAnswers } from '../../../proof/index.ts';
import type { Call } from '../../../run/index.ts';

/**
 * Answers that were asked for real, in a file with a line for each, which is there before the run continues: what was answered before
 * a kill is not asked again. Requests are told by their hash, so that what was asked, and any secret in it, is not in the file.
 */
export class AnswersFile implements AnswerStore {
  readonly #file: string;
  readonly #known: Map<string, AnsweredCall>;
  #isNew = true;

  /** `isFresh`: what it has is asked again, and written behind it. Throws where the file cannot be read. */
  constructor(file: string, { isFresh }: { readonly isFresh: boolean }) {
    this.#file = file;
    this.#known = isFresh || !existsSync(file) ? new Map() : readAnswers(readFileSync(file, 'utf8'));
  }

  find(request: string): AnsweredCall | undefined {
    return this.#known.get(hashOf(request));
  }

  /** Throws where the file cannot be written. */
  keep(request: string, answer: AnsweredCall, call: Call): void {
    const hash = hashOf(request);
    const line = formatAnswer(hash, answer, call);
    if (line === null) return;
    // A line that a kill has cut short is left behind.
    const isCut = this.#isNew && existsSync(this.#file) && !/(^|\n)$/.test(readFileSync(this.#file, 'utf8'));
    this.#isNew = false;
    appendFileSync(this.#file, `${isCut ? '\n' : ''}${line}\n`);
    this.#known.set(hash, answer);
  }
}

function hashOf(request: string): string {
  return createHash('sha256').update(request).digest('hex');
}
