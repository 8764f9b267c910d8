import { err, RecentMap, type Result } from '../../../base/index.ts';
import { type GivenCassette, giveCassettes, toGivenCassette } from '../../../proof/index.ts';
import { type Findings, pathBeside, type TestFile } from '../../../testFile/index.ts';
import type { RunReader } from '../exported/RunReader.ts';
import { analysisOf } from '../run/record/workflowOf.ts';

/** Gives the text of a file of the workspace, or of one that is kept on this device; the error is a sentence for the user. */
export type ReadFile = (path: string) => Promise<Result<string, string>>;

/** How many recorded runs stay read: tests are read again whenever a text changes. */
const KEPT = 8;

/** Reads the recorded runs that tests name. */
export class CassetteReader {
  readonly #reader: RunReader;
  /** By text, those that were used last. */
  readonly #known = new RecentMap<string, Result<GivenCassette, string>>(KEPT);

  constructor(reader: RunReader) {
    this.#reader = reader;
  }

  /** The recorded runs of a test file, each read once, by the names that it has there; what cannot be read is a finding. */
  readAll(
    file: TestFile,
    { path, readFile, findings }: { readonly path: string; readonly readFile: ReadFile; readonly findings: Findings },
  ): Promise<ReadonlyMap<string, GivenCassette>> {
    return giveCassettes(file, {
      read: (cassette) => this.#readNamed(path, cassette.file, readFile),
      advice: 'Name a run that the app has exported.',
      findings,
    });
  }

  /** A run as a cassette. Its text is checked, and replayed within limits in a thread of its own, before it is taken. */
  async read(text: string): Promise<Result<GivenCassette, string>> {
    const known = this.#known.get(text) ?? (await this.#record(text));
    this.#known.set(text, known);
    return known;
  }

  async #readNamed(test: string, file: string, readFile: ReadFile): Promise<Result<GivenCassette, string>> {
    const path = pathBeside(test, file);
    if (path === null) return err('It is outside the workspace.');
    const text = await readFile(path);
    return text.ok ? this.read(text.value) : text;
  }

  async #record(text: string): Promise<Result<GivenCassette, string>> {
    const read = await this.#reader.read(text, 'cassette');
    return read.ok ? toGivenCassette(analysisOf(read.value), read.value.inputs) : read;
  }
}
