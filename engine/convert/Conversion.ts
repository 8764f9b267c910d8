import { type Data, isDataMap, ok, type Result } from '../base/index.ts';
import {
  type EditStep,
  findNode,
  itemAt,
  type MapNode,
  parseSyntax,
  type Syntax,
  type SyntaxNode,
  toNodeData,
} from '../syntax/index.ts';
import { applyEdits, composeEdits, type Path, type Refusal, type TextEdit } from '../text/index.ts';

/** A document while it is converted: each change is applied at once, since the next depends on it, and noted. */
export class Conversion {
  readonly #notes: string[] = [];
  readonly #left = new Set<string>();
  #syntax: Syntax;
  readonly #made: (readonly TextEdit[])[] = [];

  constructor(syntax: Syntax) {
    this.#syntax = syntax;
  }

  /** The document as it is now. */
  get syntax(): Syntax {
    return this.#syntax;
  }

  /** All edits so far, against the text it began with. Composed by halves: of a thousand changes each is seldom looked at again. */
  get edits(): readonly TextEdit[] {
    return composeAll(this.#made);
  }

  /** What was changed, one sentence each, in order. */
  get notes(): readonly string[] {
    return this.#notes;
  }

  /**
   * Makes a change and notes it; false, and nothing is changed, where it cannot be made or would break the YAML. That is noted
   * too, and the part at `from`, which the change was to convert, stays as it is from then on.
   */
  change(note: string, step: EditStep, from?: Path): boolean {
    const result = step(this.#syntax);
    if (result.ok && result.value.length === 0) return false;
    if (result.ok && this.#apply(result.value)) {
      this.note(note);
      return true;
    }
    this.note(`Could not be changed, so do it by hand: ${note}`);
    if (from !== undefined) this.#left.add(JSON.stringify(from));
    return false;
  }

  #apply(made: readonly TextEdit[]): boolean {
    const { text } = this.#syntax;
    const next = parseSyntax(applyEdits(text, made), { syntax: this.#syntax, edits: made });
    if (countErrors(next) > countErrors(this.#syntax)) return false;
    this.#syntax = next;
    this.#made.push(made);
    return true;
  }

  /** Whether a part could not be converted, and was left as it is written. */
  isLeft(path: Path): boolean {
    return this.#left.has(JSON.stringify(path));
  }

  /** Notes what no change shows. */
  note(note: string): void {
    this.#notes.push(note);
  }

  /** The map that is written at a path, as all below: what an alias or `<<` brings in is written elsewhere, for others too. */
  map(path: Path): MapNode | null {
    const node = ownNode(this.#syntax, path);
    return node?.kind === 'map' ? node : null;
  }

  keys(path: Path): readonly string[] {
    return this.map(path)?.entries.map(({ key }) => key) ?? [];
  }

  has(path: Path): boolean {
    return this.keys(path.slice(0, -1)).includes(String(path.at(-1)));
  }

  /** Whether there is a value at a path, also one that an alias or `<<` brings in. */
  isGiven(path: Path): boolean {
    return this.has(path) || findNode(this.#syntax, path) !== undefined;
  }

  /** The value at a path; null where there is none. */
  data(path: Path): Data {
    return toNodeData(ownNode(this.#syntax, path));
  }

  /** The text at a path; null where there is none, or another value. */
  text(path: Path): string | null {
    const data = this.data(path);
    return typeof data === 'string' ? data : null;
  }

  /** The text at a path, also one that an alias or `<<` brings in. */
  givenText(path: Path): string | null {
    const data = toNodeData(findNode(this.#syntax, path) ?? null);
    return typeof data === 'string' ? data : null;
  }

  /** The paths of the maps in a list. */
  items(path: Path): readonly Path[] {
    const node = ownNode(this.#syntax, path);
    const items = node?.kind === 'list' ? node.items : [];
    return items.flatMap(({ value }, index) => (value?.kind === 'map' ? [[...path, index]] : []));
  }
}

function composeAll(steps: readonly (readonly TextEdit[])[]): readonly TextEdit[] {
  const [first = [], ...others] = steps;
  if (others.length === 0) return first;
  const half = Math.ceil(steps.length / 2);
  return composeEdits(composeAll(steps.slice(0, half)), composeAll(steps.slice(half)));
}

/** The node that is written at a path itself; null where there is none, or an alias or `<<` leads to it. */
export function ownNode({ root }: Syntax, path: Path): SyntaxNode | null {
  let node = root;
  for (const step of path) {
    if (node?.kind === 'map') node = node.entries.find(({ key }) => key === String(step))?.value ?? null;
    else if (node?.kind === 'list' && typeof step === 'number') node = itemAt(node, step)?.value ?? null;
    else return null;
  }
  return node;
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
