import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runInProcess } from './testing.ts';

const FLOW = `tasks:
  - {id: a, type: basic, use: "core:http", with: {url: "https://shop.test/a", method: POST, json: {text: "Grüße 😀"}}, on_success: {next: b}}
  - {id: b, type: basic, use: "core:http", with: {url: "https://shop.test/b", method: POST, json: {text: "{{ tasks.a.output.body.said }}"}}, on_success: {next: c}}
  - {id: c, type: basic, use: "core:http", with: {url: "https://shop.test/c", method: POST}}
`;

let folder: string;
/** A journal of a run that ended: its start; then of each task that its call was about to be made, and what it answered. */
let whole: Buffer;
let lines: readonly string[];
const calls: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-damaged-'));
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    calls.push(new URL(new Request(input).url).pathname.slice(1));
    return Response.json({ said: 'Grüße 😀' });
  });
  write('flow.yaml', FLOW);
  expect(await signalbox('run', 'flow.yaml', '--journal', 'whole.jsonl')).toMatchObject({
    code: 0,
    calls: ['a', 'b', 'c'],
  });
  whole = readFileSync(path.join(folder, 'whole.jsonl'));
  lines = whole.toString().split('\n').slice(0, -1);
  expect(lines).toHaveLength(7);
});
afterAll(() => {
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true });
});

function write(name: string, content: string | Uint8Array): void {
  writeFileSync(path.join(folder, name), content);
}

/** What a command did: its exit code, all it said to a person, the status of the run, and the calls it made. */
async function signalbox(...args: readonly string[]) {
  const from = calls.length;
  const { code, out, error } = await runInProcess(args, { folder });
  const { status } = JSON.parse(out) as { status: string };
  return { code, status, error, calls: calls.slice(from) };
}

/** The first lines, each with its end. */
const first = (count: number): string =>
  lines
    .slice(0, count)
    .map((line) => `${line}\n`)
    .join('');
const joined = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');
const bytes = (...parts: readonly (string | Uint8Array)[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part)));
const blank = (size: number): Buffer => Buffer.alloc(size);
const line = (number: number): string => lines[number - 1] ?? '';

/** The start of the run in the form of the first version, whose lines had no digests. */
function toFirstVersion(): readonly string[] {
  const plain = lines.map((each) => each.replace(/^\{"hash":"[0-9a-f]*",/, '{'));
  const { start, seal: _, ...head } = JSON.parse(plain[0] ?? '') as Record<string, unknown>;
  const begun = JSON.stringify({ proof: { inputs: 0, events: 0, digest: '' }, inputs: [start] });
  return [JSON.stringify({ ...head, format: 'signalbox-journal/1' }), begun, ...plain.slice(1)];
}

type Got = { readonly resumed: readonly string[] } | { readonly refused: RegExp };

/** What is in the file, and what `--resume` makes of it: the calls that are made, or why none is. */
const TABLE: readonly (readonly [what: string, content: () => string | Uint8Array, got: Got])[] = [
  ['a whole journal of a run that ended', () => whole, { resumed: [] }],
  ['the head alone', () => first(1), { resumed: ['a', 'b', 'c'] }],
  ['up to the intent of the first call', () => first(2), { resumed: ['a', 'b', 'c'] }],
  ['up to the first answer', () => first(3), { resumed: ['b', 'c'] }],
  ['up to the intent of the last call', () => first(6), { resumed: ['c'] }],
  ['up to the middle of a line', () => first(3) + line(4).slice(0, 90), { resumed: ['b', 'c'] }],
  ['up to a line without its end', () => first(2) + line(3), { resumed: ['a', 'b', 'c'] }],
  ['up to one byte of a line', () => `${first(5)}{`, { resumed: ['c'] }],
  ['up to the middle of a character', () => cutInCharacter(), { resumed: ['a', 'b', 'c'] }],
  ['blank after its last line', () => bytes(first(3), blank(700)), { resumed: ['b', 'c'] }],
  ['its last line blank but for the end', () => bytes(first(4), blank(500), '\n'), { resumed: ['b', 'c'] }],
  ['half of its last line blank', () => bytes(first(4), blank(200), line(5).slice(200), '\n'), { resumed: ['b', 'c'] }],
  ['of the first version, up to the first answer', () => joined(toFirstVersion().slice(0, 4)), { resumed: ['b', 'c'] }],
  [
    'of the first version, its head alone',
    () => joined(toFirstVersion().slice(0, 1)),
    { refused: /An earlier version of Signalbox was stopped before .* nothing of the run was done.*--force/ },
  ],
  ['nothing', () => '', { refused: /This file is empty: no run was recorded in it/ }],
  ['one byte', () => '{', { refused: /ends inside line 1: .* nothing of the run was done/ }],
  ['half of the head', () => line(1).slice(0, 300), { refused: /ends inside line 1/ }],
  ['the head without its end', () => line(1), { refused: /ends inside line 1/ }],
  ['nothing but blanks', () => blank(4096), { refused: /ends inside line 1/ }],
  [
    'a blank line in the middle',
    () => bytes(first(2), blank(300), '\n', joined(lines.slice(3))),
    { refused: /damaged at line 3: parts of it are blank/ },
  ],
  [
    'a byte in the middle that is no text',
    () => withByte(0xff),
    { refused: /damaged at line 3: some of its bytes are not text/ },
  ],
  [
    'a line cut in the middle',
    () => first(2) + line(3).slice(0, 80) + joined(lines.slice(3)),
    { refused: /damaged at line 3: it is not whole/ },
  ],
  [
    'a line end that was lost',
    () => first(2) + line(3) + joined(lines.slice(3)),
    { refused: /damaged at line 3: it is not whole/ },
  ],
  [
    'a line that was lost',
    () => joined(lines.toSpliced(2, 1)),
    { refused: /Lines of the journal are missing before line 3: it follows 3 recorded steps, and there are 2/ },
  ],
  [
    'two lines that were lost',
    () => joined(lines.toSpliced(1, 2)),
    { refused: /missing before line 2: it follows 3 recorded steps, and there are 1/ },
  ],
  [
    'a line that is there twice',
    () => joined(lines.toSpliced(3, 0, line(3))),
    { refused: /Line 4 of the journal does not belong there/ },
  ],
  [
    'two lines in the other order',
    () => joined(lines.toSpliced(2, 2, line(4), line(3))),
    { refused: /missing before line 3/ },
  ],
  ['two journals in one', () => joined([...lines, ...lines]), { refused: /line 8/ }],
  [
    'a word behind its last line',
    () => `${first(3)}nonsense\n`,
    { refused: /damaged at line 4: it is not whole, or something else/ },
  ],
  [
    'a line of another kind behind its last one',
    () => `${first(3)}{"level":"info"}\n`,
    { refused: /changed at line 4/ },
  ],
  [
    'an answer that was changed',
    () => joined(lines).replace('"said":"Gr', '"said":"gr'),
    { refused: /changed at line 3/ },
  ],
  [
    'a workflow that was changed',
    () => joined(lines).replace('shop.test/c', 'evil.test/c'),
    { refused: /The workflow text in this journal is not the one/ },
  ],
  [
    'an input that was changed',
    () => joined(lines).replace('"input":{}', '"input":{"n":1}'),
    { refused: /The start of the run in this journal was changed/ },
  ],
  [
    'other line ends',
    () => lines.map((each) => `${each}\r\n`).join(''),
    { refused: /damaged at line 1: its line end was changed/ },
  ],
  ['a byte order mark', () => `\uFEFF${whole.toString()}`, { refused: /damaged at line 1/ }],
  [
    'a head that is broken',
    () => joined(lines.with(0, line(1).slice(0, -9))),
    { refused: /damaged at line 1: it is not whole/ },
  ],
  ['a newer version', () => '{"format":"signalbox-journal/9"}\n', { refused: /newer version of Signalbox/ }],
  ['lines of something else', () => '{"level":"info"}\n', { refused: /not a journal of Signalbox/ }],
  [
    'an image',
    () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]),
    { refused: /not a journal of Signalbox/ },
  ],
];

/** The file up to the first byte of an emoji in the first answer. */
function cutInCharacter(): Uint8Array {
  const at = whole.indexOf(Buffer.from('😀'), Buffer.byteLength(first(2)));
  return whole.subarray(0, at + 1);
}

/** The first answer with a byte in its text that is none of UTF-8. */
function withByte(byte: number): Uint8Array {
  const at = whole.indexOf(Buffer.from('Gr'), Buffer.byteLength(first(2)));
  const changed = Buffer.from(whole);
  changed[at] = byte;
  return changed;
}

test.each(TABLE)('a journal with %s', async (_, content, got) => {
  const before = content();
  write('run.jsonl', before);
  const ended = await signalbox('run', '--journal', 'run.jsonl', '--resume');
  if ('resumed' in got) {
    expect(ended).toMatchObject({ code: 0, status: 'success', error: '', calls: got.resumed });
    const again = await signalbox('run', '--journal', 'run.jsonl', '--resume');
    expect(again).toMatchObject({ code: 0, status: 'success', calls: [] });
  } else {
    expect(ended).toMatchObject({ code: 2, status: 'error', error: expect.stringMatching(got.refused), calls: [] });
    expect(readFileSync(path.join(folder, 'run.jsonl'))).toEqual(Buffer.from(before));
  }
});

/** What is said of a journal that cannot be resumed. */
async function refused(name: string): Promise<string> {
  return (await signalbox('run', '--journal', name, '--resume')).error;
}

test('what is no file, or none at all, is said in words', async () => {
  mkdirSync(path.join(folder, 'dir'));
  expect(await refused('dir')).toBe('--journal dir: This is not a file.\n');
  expect(await refused('none.jsonl')).toBe('--journal none.jsonl: There is no such file or folder.\n');
  expect(await refused('flow.yaml/x')).toBe('--journal flow.yaml/x: A part of this path is a file, not a folder.\n');
});
