import { equalJson, ok, RecentMap, type Result } from '../base/index.ts';
import type { ReadableFiles } from '../effects/index.ts';
import { type CheckedText, checkText, readWithImports } from '../hosts/node/index.ts';

/** How many files are kept, the one that was started longest ago first to go. */
const MOST = 32;

/** A workflow of the folder as it is now. */
interface ReadText {
  readonly source: string;
  /** The texts that it imports, by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly checked: CheckedText;
}

/** Workflows as they were checked for their last start: the next one checks again what was written since, and nothing else. */
export class CheckedTexts {
  readonly #known = new RecentMap<string, ReadText>(MOST);

  /** Reads a file with its imports. The error is a sentence for the user. */
  async read(file: string, files: ReadableFiles): Promise<Result<ReadText, string>> {
    const before = this.#known.get(file);
    const read = await readWithImports(file, files, before?.checked.analysis);
    if (!read.ok) return read;
    const isSame = before?.source === read.value.source && equalJson([...before.files], [...read.value.files]);
    const checked = isSame ? before.checked : await checkText({ path: file, ...read.value });
    const text = { ...read.value, checked };
    this.#known.set(file, text);
    return ok(text);
  }
}
