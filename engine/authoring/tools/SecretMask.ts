import { checkFile, type Files } from '../../author/index.ts';
import { findNode, parseSyntax, toNodeData } from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';

/** What is in the place of a secret that somebody wrote into a file. */
const MASKED = '••••••';

/** Shorter ones are words that answers are full of. */
const SHORTEST = 6;

/** A text as it is read: quotes and escapes of YAML are gone, which answers may have or not. */
function valueAt(text: string, place: Path): string {
  const node = findNode(parseSyntax(text), place);
  const value = node === undefined ? '' : toNodeData(node);
  return typeof value === 'string' ? value : '';
}

/** Masks in answers what `check` takes for secrets in clear, in any file of the workspace. */
export class SecretMask {
  /** By path: most files are the same at the next call. */
  readonly #known = new Map<string, { readonly text: string; readonly values: readonly string[] }>();

  /** An answer, as JSON, without the secrets that files have in clear. */
  mask(answer: string, files: Files): string {
    return this.#mask(answer, files, (value) => JSON.stringify(value).slice(1, -1));
  }

  /** A text without them. */
  maskText(text: string, files: Files): string {
    return this.#mask(text, files, (value) => value);
  }

  #mask(text: string, files: Files, write: (value: string) => string): string {
    const values = new Set([...files.keys()].flatMap((path) => this.#valuesIn(files, path)));
    let masked = text;
    for (const value of values) masked = masked.replaceAll(write(value), MASKED);
    return masked;
  }

  #valuesIn(files: Files, path: string): readonly string[] {
    const text = files.get(path) ?? '';
    const known = this.#known.get(path);
    if (known?.text === text) return known.values;
    const values = checkFile(files, path)
      .filter(({ code }) => code === 'SECRET_IN_CLEAR')
      .flatMap(({ range, path: place }) => [text.slice(range.start, range.end), valueAt(text, place)])
      .flatMap((value) => [value.replace(/^(['"])(.*)\1$/su, '$2'), ...value.split('\n').map((line) => line.trim())])
      .filter((value) => value.length >= SHORTEST);
    this.#known.set(path, { text, values });
    return values;
  }
}
