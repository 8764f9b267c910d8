import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { numRuns } from '../../testing/index.ts';
import { applyEdits, invertEdits, type Path } from '../../text/index.ts';
import { findNode, parseSyntax, setValue, toNodeData } from '../index.ts';

/** A text after the value at `code` was set, which must then be read there. */
function edited(text: string, value: string, path: Path = ['code']): string {
  const syntax = parseSyntax(text);
  const edits = setValue(syntax, path, value);
  const after = applyEdits(text, edits.ok ? edits.value : []);
  expect(findNode(parseSyntax(after), path)).toMatchObject({ value });
  return after;
}

test.each([
  [
    'a line is added to lines indented with tabs',
    'code: |\n  if (x) {\n  \ty()\n  }\n',
    'if (x) {\n\ty()\n\tz()\n}\n',
    'code: |\n  if (x) {\n  \ty()\n  \tz()\n  }\n',
  ],
  ['the first line gets a tab', 'code: |\n  a\n  b\n', '\ta\nb\n', 'code: |\n  \ta\n  b\n'],
  ['two line breaks at the end', 'code: |\n  a\nnext: 1\n', 'a\n\n', 'code: |+\n  a\n\nnext: 1\n'],
  ['the blank line below becomes one of the text', 'code: |\n  a\n\nnext: 1\n', 'a\n\n', 'code: |+\n  a\n\nnext: 1\n'],
  [
    'more blank lines below than belong to the text',
    'code: |\n  a\n\n\n\nnext: 1\n',
    'a\n\n',
    'code: |+\n  a\n\nnext: 1\n',
  ],
  ['no more blank lines at the end', 'code: |+\n  a\n\n\nnext: 1\n', 'a\n', 'code: |\n  a\nnext: 1\n'],
  ['at the end of a text without a last line break', 'code: |\n  a', 'a\n\n', 'code: |+\n  a\n\n'],
  ['no line break at the end', 'code: |\n  a\n  b\n', 'a\nb', 'code: |-\n  a\n  b\n'],
  ['one line that is left', 'code: |\n  a\n  b\n', 'a', 'code: a\n'],
  ['a blank at the beginning', 'code: |\n  a\n', ' a\nb\n', 'code: |2\n   a\n  b\n'],
  [
    'its own indent and comment stay',
    'code: | # how\n      a\n      b\nnext: 1\n',
    'a\nc\n',
    'code: | # how\n      a\n      c\nnext: 1\n',
  ],
  ['a blank line with blanks stays as it is', 'code: |\n  a\n \n  b\n', 'a\n\nc\n', 'code: |\n  a\n \n  c\n'],
  [
    'line breaks of Windows',
    'code: |\r\n  a\r\n  b\r\nnext: 1\r\n',
    'a\n\tb\nc\n',
    'code: |\r\n  a\r\n  \tb\r\n  c\r\nnext: 1\r\n',
  ],
])('%s', (_, text, value, after) => {
  expect(edited(text, value)).toBe(after);
});

test('only quotes keep a control character, and nothing but blanks', () => {
  expect(edited('code: |\n  a\n', 'a\u0001\nb\n')).toBe('code: "a\\u0001\\nb\\n"\n');
  expect(edited('code: |\n  a\n', '\n\n')).toBe('code: "\\n\\n"\n');
});

const lines = fc.array(
  fc.oneof(
    fc.constantFrom('', 'a', '\tb', '\t\tc', '  d', ' ', 'e: 1', '# f', '- g', 'h  ', '\t', '"i', 'j |', '{{ k }}'),
    fc.string({ unit: fc.constantFrom('a', ' ', '\t', ':', '#', '-', '"', 'é'), maxLength: 6 }),
  ),
  { minLength: 1, maxLength: 8 },
);

/** What stands around a block, as `head` before its header and `margin` before its lines. */
const places = fc.constantFrom(
  { before: '', head: 'code: ', margin: 2, path: ['code'] },
  { before: '', head: 'code: ', margin: 5, path: ['code'] },
  { before: 'tasks:\n  - id: a\n    with:\n', head: '      code: ', margin: 8, path: ['tasks', 0, 'with', 'code'] },
  { before: 'tasks:\n- id: a\n', head: '  code: ', margin: 5, path: ['tasks', 0, 'code'] },
  { before: 'list:\n  - x\n', head: '  - ', margin: 4, path: ['list', 1] },
  { before: 'list:\n- x\n', head: '- ', margin: 2, path: ['list', 1] },
);

interface Written {
  readonly text: string;
  readonly value: string;
}

/** A document with a text block, written apart from what is tested; undefined where its lines hold nothing. */
function write(
  place: { head: string; margin: number; before: string },
  body: readonly string[],
  ends: number,
): Written | undefined {
  const trimmed = body.join('\n').replace(/\n+$/, '');
  if (!/\S/.test(trimmed)) return undefined;
  const value = trimmed + '\n'.repeat(ends);
  const base = /^ */.exec(place.head)?.[0].length ?? 0;
  const digit = /^\n* /.test(value) ? place.margin - base : '';
  const chomping = ends === 0 ? '-' : ends === 1 ? '' : '+';
  const shown = trimmed.split('\n').map((line) => (line === '' ? '' : ' '.repeat(place.margin) + line));
  return {
    value,
    text: `${place.before}${place.head}|${digit}${chomping}\n${shown.join('\n')}\n${'\n'.repeat(Math.max(0, ends - 1))}`,
  };
}

test('a block stays one, and only the lines change that are others', () => {
  fc.assert(
    fc.property(
      places,
      lines,
      lines,
      fc.nat(3),
      fc.nat(3),
      fc.nat(),
      fc.constantFrom('', 'next: 1\n', '\n\nnext: 1\n', '# c\nnext: 1\n'),
      (place, body, added, ends, newEnds, at, below) => {
        const written = write(place, body, ends);
        if (written === undefined) return;
        const text = written.text + below;
        const from = at % (body.length + 1);
        const changed = [...body.slice(0, from), ...added, ...body.slice(from + (at % 3))]
          .join('\n')
          .replace(/\n+$/, '');
        const value = changed + '\n'.repeat(newEnds);
        fc.pre(/\S/.test(changed));
        const syntax = parseSyntax(text);
        const before = findNode(syntax, place.path);
        // Blank lines below a block that keeps them are its own.
        fc.pre(
          before?.kind === 'scalar' &&
            before.value === written.value &&
            syntax.errors.every(({ severity }) => severity !== 'error'),
        );
        const result = setValue(syntax, place.path, value);
        const edits = result.ok ? result.value : [];
        const after = applyEdits(text, edits);
        const parsed = parseSyntax(after);
        const context = `${JSON.stringify(text)}\n${JSON.stringify(value)}\n${JSON.stringify(after)}`;
        expect(
          parsed.errors.filter(({ severity }) => severity === 'error'),
          context,
        ).toEqual([]);
        // The YAML library drops a last line of blanks behind a first line that begins with one.
        const isQuoted = /^\n* /.test(value) && /\n +\n*$/.test(value);
        const isBlock = value.includes('\n') && !isQuoted;
        expect(findNode(parsed, place.path), context).toMatchObject(isBlock ? { value, style: 'literal' } : { value });
        expect(withoutBlock(toNodeData(parsed.root)), context).toEqual(withoutBlock(toNodeData(syntax.root)));
        expect(applyEdits(after, invertEdits(text, edits)), context).toBe(text);
        if (isBlock) expectKept(text, after, context, { before: written.value, value });
      },
    ),
    { numRuns: numRuns(200, 2_000) },
  );
});

/** Expects the lines that two texts of a block begin and end with to have the same bytes. */
function expectKept(text: string, after: string, context: string, values: { before: string; value: string }): void {
  const [old, now] = [values.before, values.value].map((value) => value.replace(/\n$/, '').split('\n'));
  if (old === undefined || now === undefined) return;
  const head = text.slice(0, text.indexOf('|')).split('\n').length;
  const [written, rewritten] = [
    text.split('\n').slice(head, head + old.length),
    after.split('\n').slice(head, head + now.length),
  ];
  let same = 0;
  while (same < Math.min(old.length, now.length) && old[same] === now[same]) same += 1;
  expect(rewritten.slice(0, same), context).toEqual(written.slice(0, same));
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - same && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  expect(rewritten.slice(now.length - tail), context).toEqual(written.slice(old.length - tail));
}

function withoutBlock(data: unknown): string {
  return JSON.stringify(data, (key, value: unknown) => {
    if (value instanceof Map) return Object.fromEntries([...value].filter(([name]) => name !== 'code'));
    return key === '1' ? null : value;
  });
}
