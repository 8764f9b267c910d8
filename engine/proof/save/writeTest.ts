import { type Data, isDataMap, type JsonObject, ok, type Result, toData } from '../../base/index.ts';
import { entryLines, insertSource, parseSyntax, readStyle, type YamlStyle } from '../../syntax/index.ts';
import { applyEdits, type Refusal } from '../../text/index.ts';

/** What is no longer than this is written in brackets, on one line. */
const WIDTH = 90;

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
  const own = [...value].flatMap(([name, part]) => entryLines(name, part, style));
  return [`${key}:`, ...own.map((line) => (line === '' ? line : ' '.repeat(style.step) + line))];
}
