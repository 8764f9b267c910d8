import { type Data, isDataMap, ok, type Result } from '../base/index.ts';
import { type EditStep, findNode, type MapNode, parseSyntax, type Syntax, toNodeData } from '../syntax/index.ts';
import { applyEdits, composeEdits, type Path, type Refusal, type TextEdit } from '../text/index.ts';

/** A document while it is converted: each change is applied at once, since the next depends on it, and noted. */
export class Conversion {
  readonly #notes: string[] = [];
  #syntax: Syntax;
  #edits: readonly TextEdit[] = [];

  constructor(syntax: Syntax) {
    this.#syntax = syntax;
  }

  /** The document as it is now. */
  get syntax(): Syntax {
    return this.#syntax;
  }

  /** All edits so far, against the text it began with. */
  get edits(): readonly TextEdit[] {
    return this.#edits;
  }

  /** What was changed, one sentence each, in order. */
  get notes(): readonly string[] {
    return this.#notes;
  }

  /** Makes a change and notes it; false, and nothing is changed, where it cannot be made or would break the YAML. */
  change(note: string, step: EditStep): boolean {
    const result = step(this.#syntax);
    if (!result.ok || result.value.length === 0) return false;
    const { text } = this.#syntax;
    const next = parseSyntax(applyEdits(text, result.value), { syntax: this.#syntax, edits: result.value });
    if (countErrors(next) > countErrors(this.#syntax)) return false;
    this.#syntax = next;
    this.#edits = composeEdits(this.#edits, result.value);
    this.note(note);
    return true;
  }

  /** Notes what no change shows. */
  note(note: string): void {
    this.#notes.push(note);
  }

  /** The map at a path. */
  map(path: Path): MapNode | null {
    const node = path.length === 0 ? this.#syntax.root : findNode(this.#syntax, path);
    return node?.kind === 'map' ? node : null;
  }

  keys(path: Path): readonly string[] {
    return this.map(path)?.entries.map(({ key }) => key) ?? [];
  }

  has(path: Path): boolean {
    return this.keys(path.slice(0, -1)).includes(String(path.at(-1)));
  }

  /** The value at a path; null where there is none. */
  data(path: Path): Data {
    return toNodeData((path.length === 0 ? this.#syntax.root : findNode(this.#syntax, path)) ?? null);
  }

  /** The text at a path; null where there is none, or another value. */
  text(path: Path): string | null {
    const data = this.data(path);
    return typeof data === 'string' ? data : null;
  }

  /** The paths of the maps in a list. */
  items(path: Path): readonly Path[] {
    const node = findNode(this.#syntax, path);
    const items = node?.kind === 'list' ? node.items : [];
    return items.flatMap(({ value }, index) => (value?.kind === 'map' ? [[...path, index]] : []));
  }
}

/** A step of edits that are known already. */
export function edits(...list: readonly TextEdit[]): Result<readonly TextEdit[], Refusal> {
  return ok(list);
}

/** A value of a map; undefined where it is no map, or has no such key. */
export function valueAt(data: Data | undefined, key: string): Data | undefined {
  return isDataMap(data) ? data.get(key) : undefined;
}

function countErrors({ errors }: Syntax): number {
  return errors.filter(({ severity }) => severity === 'error').length;
}
