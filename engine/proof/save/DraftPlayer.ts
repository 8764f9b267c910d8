import { type Data, isDataMap, type JsonObject, ok, type Result, toData } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { entryLines, insertSource, parseSyntax, readStyle, type YamlStyle } from '../../syntax/index.ts';
import { readTestFile } from '../../testFile/index.ts';
import { applyEdits, type Refusal } from '../../text/index.ts';
import { type PlayedTest, playTest } from '../play/playTest.ts';
import type { GivenCassette } from '../play/RecordedCalls.ts';
import type { TestPorts } from '../play/TestCalls.ts';

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

/** What is no longer than this is written in brackets, on one line. */
const WIDTH = 120;

/** Has a line for each of its keys, however short they are. */
const OPEN: ReadonlySet<string> = new Set(['answers', 'pins', 'expect']);

/** The text of a test file with one more test, behind the `count` that it has; short values are on one line. Refused where it cannot be changed. */
export function writeTest(text: string, count: number, test: JsonObject): Result<string, Refusal> {
  const syntax = parseSyntax(text);
  const style = { ...readStyle(syntax, ['tests', count]), width: WIDTH };
  const lines = Object.entries(test).flatMap(([key, value]) => linesOf(key, toData(value), style));
  const edits = insertSource(syntax, ['tests'], count, lines.join('\n'));
  return edits.ok ? ok(applyEdits(text, edits.value)) : edits;
}

function linesOf(key: string, value: Data, style: YamlStyle): readonly string[] {
  if (!OPEN.has(key) || !isDataMap(value) || value.size === 0) return entryLines(key, value, style);
  const own = [...value].flatMap(([name, part]) =>
    name === 'path' ? pathLines(part, style) : entryLines(name, part, style),
  );
  return [`${key}:`, ...indent(own, style)];
}

/** A long path has as many tasks on a line as there is room for, in place of a line for each. */
function pathLines(path: Data, style: YamlStyle): readonly string[] {
  const lines = entryLines('path', path, style);
  if (lines.length === 1) return lines;
  if (!isDataMap(path)) return ['path:', ...indent(wrap(path, style), style)];
  const own = [...path].flatMap(([key, tasks]) => [`${key}:`, ...indent(wrap(tasks, style), style)]);
  return ['path:', ...indent(own, style)];
}

/** A list in brackets, over several lines. */
function wrap(list: Data, style: YamlStyle): readonly string[] {
  const lines: string[] = [];
  let line = '';
  const [flow = ''] = entryLines('', list, { ...style, width: Number.POSITIVE_INFINITY });
  for (const word of flow.slice(flow.indexOf('[')).split(/(?<=,) /)) {
    if (line !== '' && line.length + word.length >= WIDTH) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? `${lines.length === 0 ? '' : ' '}${word}` : `${line} ${word}`;
  }
  return [...lines, line];
}

function indent(lines: readonly string[], { step }: YamlStyle): readonly string[] {
  return lines.map((line) => (line === '' ? line : ' '.repeat(step) + line));
}
