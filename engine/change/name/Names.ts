import { listRenames, type MatchedParts, type Rename } from '../match/matchParts.ts';

/** Which part a renamed id belongs to, and the places that follow it. */
export class Names {
  readonly renames: readonly Rename[];
  readonly #tasks: ReadonlyMap<string, string>;
  readonly #all: ReadonlyMap<string, string>;
  readonly #words: RegExp | null;

  constructor(matched: MatchedParts) {
    this.renames = listRenames(matched);
    this.#tasks = new Map(
      this.renames.flatMap(({ kind, before, after }) => (kind === 'task' ? [[before, after]] : [])),
    );
    this.#all = new Map(this.renames.map(({ before, after }) => [before, after]));
    const words = [...this.#all.keys()].sort((a, b) => b.length - a.length).map(escape);
    this.#words = words.length === 0 ? null : new RegExp(`(?<![\\w-])(?:${words.join('|')})(?![\\w-])`, 'g');
  }

  /** What a task of the text before is called in the text after. */
  task(id: string): string {
    return this.#tasks.get(id) ?? id;
  }

  /** The renames that alone make one text of another: of an id on its own, of a `use`, or inside of templates. Empty where more differs. */
  explain(before: string, after: string): readonly Rename[] {
    if (this.#words === null) return [];
    const found = new Set<string>();
    const swap = (text: string): string =>
      text.replaceAll(this.#words ?? '', (id) => {
        found.add(id);
        return this.#all.get(id) ?? id;
      });
    const is = [normalize(after), normalize(unquote(after))];
    if (!is.includes(normalize(swap(normalize(before)))) && !is.includes(normalize(swap(normalize(unquote(before))))))
      return [];
    return this.renames.filter((rename) => found.has(rename.before));
  }
}

/** A text whose names in brackets have no escapes that they have between double quotes of YAML. */
function unquote(text: string): string {
  return text.replaceAll(/\[\s*(?:\\"(.*?)\\"|'((?:[^'\\]|\\+.)*)')\s*\]/g, (_, double?: string, single?: string) =>
    double === undefined ? `['${unescape(single ?? '')}']` : `["${unescape(double)}"]`,
  );
}

function unescape(name: string): string {
  return name.replaceAll(/\\([\\"])/g, '$1');
}

/** Names in brackets as names behind a dot. */
function normalize(text: string): string {
  return text.replaceAll(
    /\[\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*\]/g,
    (_, one?: string, two?: string) => `.${(one ?? two ?? '').replaceAll(/\\(.)/g, '$1')}`,
  );
}

function escape(text: string): string {
  return text.replaceAll(/[^\w\s]/g, '\\$&');
}
