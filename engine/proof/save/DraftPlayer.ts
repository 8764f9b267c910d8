import { type JsonObject, ok, type Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { readTestFile } from '../../testFile/index.ts';
import type { Refusal } from '../../text/index.ts';
import { type PlayedTest, playTest } from '../play/playTest.ts';
import type { GivenCassette } from '../play/RecordedCalls.ts';
import type { TestPorts } from '../play/TestCalls.ts';
import { writeTest } from './writeTest.ts';

/** A test without expectations, and its run. */
export interface Draft {
  readonly test: JsonObject;
  readonly played: PlayedTest;
}

/** Plays drafts of a test as they read once they are written: the defaults of the file are in them. */
export class DraftPlayer {
  readonly analysis: Analysis;
  readonly #text: string;
  readonly #count: number;
  readonly #ports: TestPorts;

  /** @param text the file as it is, with `count` tests */
  constructor(
    analysis: Analysis,
    { text, count, ports }: { readonly text: string; readonly count: number; readonly ports: TestPorts },
  ) {
    this.analysis = analysis;
    this.#text = text;
    this.#count = count;
    this.#ports = ports;
  }

  /** Plays a test, on the recorded run that it names where there is one. Refused where it cannot be written. */
  async play(test: JsonObject, cassette: GivenCassette | null): Promise<Result<Draft, Refusal>> {
    const written = writeTest(this.#text, this.#count, test);
    if (!written.ok) return written;
    const read = readTestFile(written.value).file.tests.at(-1);
    if (read === undefined) throw new RangeError('A test that was written cannot be read');
    const ports = cassette === null ? this.#ports : { ...this.#ports, cassette };
    return ok({ test, played: await playTest(this.analysis, read, ports) });
  }
}
