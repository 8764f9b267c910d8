import type { Json } from '../base/index.ts';
import { parseDuration } from '../model/index.ts';
import { findRange, type Syntax, tellTabs } from '../syntax/index.ts';
import { createLineIndex, type Diagnostic, type LineIndex, type Path, type Position } from '../text/index.ts';

/** What is wrong in a test file, collected while it is read and checked; and where its parts are. */
export class Findings {
  readonly #syntax: Syntax;
  readonly #lines: LineIndex;
  readonly #found: Diagnostic[];

  constructor(syntax: Syntax) {
    this.#syntax = syntax;
    this.#lines = createLineIndex(syntax.text);
    this.#found = [...tellTabs(syntax.errors, syntax.text)];
  }

  add(code: string, path: Path, message: string): void {
    const part = path.length === 0 || typeof path.at(-1) === 'number' ? 'value' : 'key';
    const range = findRange(this.#syntax, path, part);
    if (this.#found.some((other) => other.message === message && other.range.start === range.start)) return;
    this.#found.push({ code, severity: 'error', range, path, message });
  }

  /** All of it, in the order of the text. */
  get all(): readonly Diagnostic[] {
    return this.#found.toSorted((a, b) => a.range.start - b.range.start);
  }

  /** Those of a part of the file, in the order of the text. */
  inside(path: Path): readonly Diagnostic[] {
    return this.all.filter((found) => path.every((step, index) => found.path[index] === step));
  }

  /** Where a part of the file begins; lines and columns from 1. */
  placeOf(path: Path): Position {
    return this.#lines.positionAt(
      findRange(this.#syntax, path, typeof path.at(-1) === 'number' ? 'value' : 'key').start,
    );
  }
}

/** A duration in ms; null, with a finding, where a text is none. What is no text is a finding of the schema. */
export function readDuration(value: Json | undefined, path: Path, findings: Findings): number | null {
  if (typeof value !== 'string') return null;
  const read = parseDuration(value);
  if (read.ok) return read.value;
  const { reason, suggestion } = read.error;
  const hint = suggestion === undefined ? '' : ` Write ${suggestion}.`;
  findings.add('TEST_DURATION', path, `${reason.replace(/\.?$/, '.')}${hint}`);
  return null;
}
