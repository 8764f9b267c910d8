import { describe, expect, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import type { Outcome } from '../../run/index.ts';
import { runCsv } from './csv.ts';

function unused(): never {
  throw new Error('core:csv calls nothing');
}

function csv(input: JsonObject, config: JsonObject = { header: true }): Outcome {
  const signal = new AbortController().signal;
  const call = { key: 'r1/a/0/1/use', hasConsequences: false, input, givenInput: input, config, signal };
  return runCsv({
    ...call,
    egress: { allow: unused, send: unused, open: unused },
    delay: unused,
    ports: {},
    seed: 0,
    simulate: false,
  });
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

  test('a semicolon, a tab, a byte order mark and line ends of Windows by itself', () => {
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

  test('chosen columns with a delimiter of its own, without a header', () => {
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

test('core:csv refuses both or neither of text and rows', () => {
  for (const input of [{}, { text: 'a', rows: [] }]) {
    expect(csv(input)).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } });
  }
});
