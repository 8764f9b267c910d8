import { parseSyntax, type Syntax } from '../../syntax/index.ts';

/** Characters of text whose trees are kept. */
const MAX_SIZE = 4_000_000;

/** Trees of texts by path; those read first go first when their texts are too long together. */
class TreeCache {
  readonly #trees = new Map<string, Syntax>();
  #size = 0;

  read(path: string, text: string): Syntax {
    const before = this.#trees.get(path);
    if (before?.text === text) return before;
    const syntax = parseSyntax(text);
    this.#delete(path);
    this.#trees.set(path, syntax);
    this.#size += text.length;
    for (const oldest of this.#trees.keys()) {
      if (this.#size <= MAX_SIZE) break;
      this.#delete(oldest);
    }
    return syntax;
  }

  #delete(path: string): void {
    this.#size -= this.#trees.get(path)?.text.length ?? 0;
    this.#trees.delete(path);
  }
}

const cache = new TreeCache();

/**
 * The tree of an imported file. Trees of the same texts are kept: many files import the same few, and those change less
 * often than what imports them.
 */
export function readText(path: string, text: string): Syntax {
  return cache.read(path, text);
}
