import { err, ok, type Result } from '../base/index.ts';
import { type Analysis, analyze } from '../graph/index.ts';
import { applyTransaction, composeEdits, type Refusal, type TextEdit, type Transaction } from '../text/index.ts';
import type { Files } from './Proposal.ts';
import type { ReadChange } from './readChange.ts';

/** Texts on which changes are tried one after the other, and what they became; a change that is refused leaves no trace. */
export class Draft {
  readonly #analyses = new Map<string, Analysis>();
  #files: Files;
  /** The edits of each file that was there at first, as one list that refers to its first text. */
  readonly #edits = new Map<string, readonly TextEdit[]>();

  constructor(files: Files) {
    this.#files = files;
  }

  /** The texts as they are now. */
  get files(): Files {
    return this.#files;
  }

  /** Edits of a file's first text that lead to its present one, where neither was created nor moved since. */
  editsOf(path: string): readonly TextEdit[] {
    return this.#edits.get(path) ?? [];
  }

  /** The edited paths. */
  get edited(): readonly string[] {
    return [...this.#edits.keys()];
  }

  analysisOf(path: string): Analysis {
    const text = this.#files.get(path) ?? '';
    const known = this.#analyses.get(path);
    if (known?.syntax.text === text) return known;
    const analysis = analyze(path, text, known);
    this.#analyses.set(path, analysis);
    return analysis;
  }

  /** Does all steps of a change, or none. */
  try(change: ReadChange): Result<null, Refusal> {
    const before = { files: this.#files, edits: new Map(this.#edits) };
    for (const step of change.steps) {
      const done = this.#step(change, step);
      if (done.ok) continue;
      this.#files = before.files;
      this.#edits.clear();
      for (const [path, edits] of before.edits) this.#edits.set(path, edits);
      return done;
    }
    return ok(null);
  }

  #step({ path, command }: ReadChange, step: ReadChange['steps'][number]): Result<null, Refusal> {
    if (command !== 'create' && !this.#files.has(path)) {
      return err({ code: 'UNKNOWN_FILE', subject: path, message: `There is no file “${path}” in the workspace.` });
    }
    const result = step({ path, analysis: this.analysisOf(path), files: this.#files });
    return result.ok ? this.#apply(result.value) : result;
  }

  #apply(transaction: Transaction): Result<null, Refusal> {
    const applied = applyTransaction(
      { files: this.#files, layouts: new Map() },
      { ...transaction, layouts: new Map() },
    );
    if (!applied.ok) return applied;
    this.#files = applied.value.files;
    for (const change of transaction.changes) {
      if (change.type === 'edit') this.#edits.set(change.path, composeEdits(this.editsOf(change.path), change.edits));
    }
    return ok(null);
  }
}
