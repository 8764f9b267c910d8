import {
  type ExactJson,
  err,
  isJsonObject,
  type Json,
  type JsonObject,
  ok,
  ownValue,
  type Result,
  readExactly,
  tellLost,
  toJson,
  toText,
} from '../../base/index.ts';
import { readTable } from '../../effects/index.ts';
import { parseSyntax, tellTabs, toNodeData } from '../../syntax/index.ts';

/** One row of a dataset, with what it is called: its `id` or `name`, else its number from 1. */
export interface DatasetCase {
  readonly name: string;
  readonly row: Json;
}

/** How many rows a dataset may have. */
const MOST_ROWS = 10_000;

/** Reads the rows of a file by the ending of its name: `.csv` with a header, `.jsonl`, or a list in `.yaml`. The error is a sentence. */
export async function readRows(file: string, text: string): Promise<Result<readonly DatasetCase[], string>> {
  const plain = text.replace(/^\uFEFF/, '');
  const rows = /\.csv$/i.test(file)
    ? await readTable(plain)
    : /\.jsonl$/i.test(file)
      ? readLines(plain)
      : readList(plain);
  return rows.ok ? nameRows(rows.value) : rows;
}

/** Names rows; of two that are called the same, the later one gets a number. */
export function nameRows(rows: readonly Json[]): Result<readonly DatasetCase[], string> {
  if (rows.length === 0) return err('It has no rows. Add one.');
  if (rows.length > MOST_ROWS) return err(`It has ${rows.length} rows, and ${MOST_ROWS} are played at most. Split it.`);
  const taken = new Set<string>();
  return ok(
    rows.map((row, index) => {
      const name = freeName(nameOf(row) ?? String(index + 1), taken);
      taken.add(name);
      return { name, row };
    }),
  );
}

function readLines(text: string): Result<readonly Json[], string> {
  const rows: Json[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const read = readLine(line);
    if (read === null) return err(`Line ${index + 1} is no JSON.`);
    const problem = tellLost(read.lost, `Line ${index + 1}`);
    if (problem !== null) return err(problem);
    rows.push(toChatRow(read.value));
  }
  return ok(rows);
}

function readLine(line: string): ExactJson | null {
  try {
    return readExactly(line);
  } catch {
    return null;
  }
}

/** A list, or a map whose `rows` are one. */
function readList(text: string): Result<readonly Json[], string> {
  const body = text.replace(/^---.*$/m, '');
  const first = body.split('\n').find((line) => !/^\s*(#|$)/.test(line)) ?? '';
  // A document is a map, as that of a workflow is.
  const isList = /^\s*(-(\s|$)|\[)/.test(first);
  const { root, errors, text: read } = parseSyntax(isList ? `rows:\n${body.replaceAll(/^/gm, '  ')}` : body);
  const [error] = tellTabs(errors, read);
  if (error !== undefined) return err(error.message);
  const map = root === null ? {} : toJson(toNodeData(root));
  const rows = isJsonObject(map) ? ownValue(map, 'rows') : undefined;
  return Array.isArray(rows) ? ok(rows) : err('It has no list of rows. Begin each row with a dash.');
}

function nameOf(row: Json): string | null {
  if (!isJsonObject(row)) return null;
  const named = ownValue(row, 'id') ?? ownValue(row, 'name');
  const text = typeof named === 'string' || typeof named === 'number' ? toText(named).trim() : '';
  return text === '' ? null : text.slice(0, 80);
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) if (!taken.has(`${name} (${number})`)) return `${name} (${number})`;
}

/**
 * A line of a file of examples as a row. Evaluations of chats have `{input: MESSAGES, ideal}`, `{item: {…}}`, or `{messages}`, the last of which
 * is the answer that is wanted: such a row has `messages` (those before the answer), `prompt` (what the user said last), `system` and `ideal`
 * next to what is written. What is no map is under `value`.
 */
function toChatRow(line: Json): JsonObject {
  if (!isJsonObject(line)) return { value: line };
  const item = ownValue(line, 'item');
  if (isJsonObject(item)) return toChatRow(item);
  const input = ownValue(line, 'input');
  if (isConversation(input)) return { ...partsOf(input), ...line };
  const messages = ownValue(line, 'messages');
  if (!isConversation(messages)) return line;
  const last = messages.at(-1);
  if (last === undefined || ownValue(last, 'role') !== 'assistant') return { ...partsOf(messages), ...line };
  const asked = messages.slice(0, -1);
  return { ...partsOf(asked), ideal: textOf(last), ...line, messages: asked };
}

/** Roles of who sets the scene. */
const SYSTEM: ReadonlySet<unknown> = new Set(['system', 'developer']);

function isConversation(value: Json | undefined): value is readonly JsonObject[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((message: Json) => isJsonObject(message) && typeof ownValue(message, 'role') === 'string')
  );
}

function partsOf(messages: readonly JsonObject[]): JsonObject {
  const system = messages.filter((message) => SYSTEM.has(ownValue(message, 'role')));
  const asked = messages.findLast((message) => ownValue(message, 'role') === 'user');
  return {
    messages,
    prompt: asked === undefined ? '' : textOf(asked),
    ...(system.length === 0 ? {} : { system: system.map(textOf).join('\n\n') }),
  };
}

/** What a message says; of one with parts, those that are text. */
function textOf(message: JsonObject): string {
  const content = ownValue(message, 'content');
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .flatMap((part: Json) => {
      const text = isJsonObject(part) ? ownValue(part, 'text') : undefined;
      return typeof text === 'string' ? [text] : [];
    })
    .join('\n');
}
