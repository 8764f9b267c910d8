import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { array, assert, asyncProperty, constantFrom, oneof, string, uniqueArray } from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { numRuns } from '../../testing/numRuns.ts';
import { runInProcess } from '../testing.ts';
import { createPrint, escapeControls, onOneLine, toExcerpt } from './terminal.ts';

/** What a terminal obeys: C0 but for tab and line end, DEL, C1, line separators, bidi marks. Written apart from the code. */
const OBEYED = [
  ...Array.from({ length: 0x20 }, (_, code) => code).filter((code) => code !== 9 && code !== 10),
  ...Array.from({ length: 0x21 }, (_, index) => 0x7f + index),
  0x061c,
  0x200e,
  0x200f,
  ...Array.from({ length: 7 }, (_, index) => 0x2028 + index),
  ...Array.from({ length: 4 }, (_, index) => 0x2066 + index),
].map((code) => String.fromCharCode(code));

const obeyedIn = (text: string): readonly string[] => Array.from(text).filter((char) => OBEYED.includes(char));

/** Texts of strangers: words, marks, sequences that move the cursor, set a title or copy to the clipboard. */
const stranger = () =>
  array(
    oneof(
      constantFrom(...OBEYED),
      constantFrom('\u001b[2J', '\u001b]0;owned\u0007', '\u001b]52;c;cm0=\u0007', '\u009b31m', 'ok', 'é', '😀', ' '),
      string({ maxLength: 3 }),
    ),
    { minLength: 1, maxLength: 5 },
  ).map((parts) => parts.join(''));

test('what a terminal would obey is shown as a mark, in colours of ours or without', () => {
  let shown = '';
  const print = createPrint((text) => (shown += text), true);
  print('a\u001b[31mb\r\u202ec\t\n', { color: 'red', text: '\u009bx' });
  expect(shown).toBe('a⟨U+001B⟩[31mb⟨U+000D⟩⟨U+202E⟩c\t\n\u001b[31m⟨U+009B⟩x\u001b[0m');
  createPrint((text) => (shown = text), false)({ color: 'red', text: 'x' });
  expect(shown).toBe('x');
});

test('JSON says the same with escapes', () => {
  const value = { [OBEYED.join('')]: `${OBEYED.join('')}é😀` };
  const escaped = escapeControls(JSON.stringify(value, null, 2));
  expect(obeyedIn(escaped)).toEqual([]);
  expect(JSON.parse(escaped)).toEqual(value);
});

test('a text of a stranger fits on one line', () => {
  expect(onOneLine('a\n  ✓ b\u2028c\u0085d')).toBe('a ✓ b c d');
});

test('long runs of blanks in a text of a stranger are kept within a line, and dropped at its ends', () => {
  const blanks = ' '.repeat(400_000);
  expect(onOneLine(`a${blanks}b\n${blanks}\nc`)).toBe(`a${blanks}b c`);
});

test('a long text of a stranger is shown by its beginning', () => {
  expect(toExcerpt('short\ntext')).toBe('short text');
  const excerpt = toExcerpt(`${'word '.repeat(100_000)}end`);
  expect(excerpt).toMatch(/^word word .* word …$/);
  expect(excerpt.length).toBeLessThan(400);
  expect(toExcerpt(`${'x'.repeat(299)}😀 and more`)).not.toMatch(/\p{Cs}/u);
});

describe('commands at a terminal', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'signalbox-terminal-'));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    rmSync(folder, { recursive: true });
  });

  const signalbox = (args: readonly string[], env: Readonly<Record<string, string>>) =>
    runInProcess(args, { folder, env, isOutTerminal: true, isErrorTerminal: true });

  test('obey nothing of a workflow, a server or a name', async () => {
    let marks = 0;
    await assert(
      asyncProperty(
        uniqueArray(stranger(), { minLength: 4, maxLength: 4 }),
        constantFrom('run', 'check', 'check-json'),
        async ([name = '', id = '', message = '', code = ''], command) => {
          vi.stubGlobal('fetch', async () => Response.json({ [name]: message }, { status: 500 }));
          const flow = {
            name,
            agents: [
              { id: 'g', use: 'core:agent', config: { provider: 'mock', model: name, mock: { text: message } } },
            ],
            tasks: [
              { id: 'first', name, type: 'basic', use: 'core:raise', with: { code, message }, on_error: { next: id } },
              {
                id,
                name: message,
                type: 'basic',
                use: 'core:http',
                with: { url: 'https://a.test/', method: 'POST' },
                on_error: { next: 'last' },
              },
              { id: 'last', name: code, type: 'basic', use: 'agent:g', with: { prompt: message } },
              ...(command === 'run' ? [] : [{ id: name, type: message, [code]: id }]),
            ],
          };
          writeFileSync(path.join(folder, 'flow.yaml'), JSON.stringify(flow));
          const args =
            command === 'run'
              ? ['run', 'flow.yaml', '--events', 'e.jsonl']
              : ['check', 'flow.yaml', ...(command === 'check' ? [] : ['--json'])];
          const { out, error } = await signalbox(args, { NO_COLOR: '1' });
          expect(obeyedIn(out)).toEqual([]);
          expect(obeyedIn(error)).toEqual([]);
          if (command === 'run') expect(obeyedIn(readFileSync(path.join(folder, 'e.jsonl'), 'utf8'))).toEqual([]);
          marks += (out + error).split('⟨U+').length - 1;
          const missing = await signalbox(
            ['run', `no${name.replaceAll('\0', '')}`, '--mcp', message, '--from', id],
            {},
          );
          expect(obeyedIn((missing.out + missing.error).split(/\p{Cc}\[\d+m/u).join(''))).toEqual([]);
        },
      ),
      { numRuns: numRuns(30, 60) },
    );
    expect(marks).toBeGreaterThan(0);
  });
});
