import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { isJsonObject, type Json } from '../../../base/index.ts';
import type { AnsweredCall, AnswerStore } from '../../../proof/index.ts';
import type { Call, OutcomeWarning } from '../../../run/index.ts';

/** The file beside a test file that keeps what was asked for real: `refunds.test.answers.jsonl`. */
export function answersFileOf(testFile: string): string {
  return testFile.replace(/\.ya?ml$/i, '.answers.jsonl');
}

/**
 * Answers that were asked for real, in a file with a line for each, which is there before the run goes on: what was answered before
 * a kill is not asked again. Requests are told by their hash, so that what was asked, and any secret in it, is not in the file.
 */
export class AnswersFile implements AnswerStore {
  readonly #file: string;
  readonly #known: Map<string, AnsweredCall>;
  #isNew = true;

  /** `isFresh`: what it has is asked again, and written behind it. Throws where the file cannot be read. */
  constructor(file: string, { isFresh }: { readonly isFresh: boolean }) {
    this.#file = file;
    this.#known = isFresh ? new Map() : readKnown(file);
  }

  find(request: string): AnsweredCall | undefined {
    return this.#known.get(hashOf(request));
  }

  /** Throws where the file cannot be written. */
  keep(request: string, answer: AnsweredCall, { taskId }: Call): void {
    const { outcome, duration } = answer;
    if (!outcome.ok) return;
    const hash = hashOf(request);
    const { value, warnings } = outcome;
    const line = JSON.stringify({ request: hash, task: taskId, duration, value, warnings });
    // A line that a kill has cut short is left behind.
    const isCut = this.#isNew && existsSync(this.#file) && !/(^|\n)$/.test(readFileSync(this.#file, 'utf8'));
    this.#isNew = false;
    appendFileSync(this.#file, `${isCut ? '\n' : ''}${line}\n`);
    this.#known.set(hash, answer);
  }
}

function readKnown(file: string): Map<string, AnsweredCall> {
  const known = new Map<string, AnsweredCall>();
  if (!existsSync(file)) return known;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const read = parseLine(line);
    if (read !== null) known.set(...read);
  }
  return known;
}

/** A line that is not whole, or not of this kind, is none: what it has is asked again. */
function parseLine(line: string): [string, AnsweredCall] | null {
  if (line.trim() === '') return null;
  try {
    const value: Json = JSON.parse(line);
    if (!isJsonObject(value)) return null;
    const { request = null, duration = null, value: given, warnings = [] } = value;
    if (typeof request !== 'string' || typeof duration !== 'number' || given === undefined) return null;
    const told = Array.isArray(warnings) ? warnings.flatMap(readWarning) : [];
    return [request, { duration, outcome: { ok: true, value: given, simulated: false, warnings: told } }];
  } catch {
    return null;
  }
}

function readWarning(given: Json): readonly OutcomeWarning[] {
  if (!isJsonObject(given)) return [];
  const { code = null, message = null } = given;
  return typeof code === 'string' && typeof message === 'string' ? [{ code, message }] : [];
}

function hashOf(request: string): string {
  return createHash('sha256').update(request).digest('hex');
}
