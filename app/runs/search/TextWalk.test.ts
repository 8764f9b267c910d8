import { describe, expect, it } from 'vitest';
import type { Json } from '#engine/values';
import { TextWalk } from './TextWalk.ts';

function find(words: string, value: Json): { readonly path: string; readonly text: string } | null {
  const walk = new TextWalk(words, Infinity);
  walk.begin(value);
  return walk.next() === true ? { path: walk.path, text: walk.place.text } : null;
}

describe('words in a value', () => {
  it.each<[words: string, value: Json, path: string, text: string]>([
    ['RETRY', 'please retry', '', 'please retry'],
    ['second', { list: ['first', { name: 'the second one' }] }, '.list[1].name', 'the second one'],
    ['total', { order: { total: 3 } }, '.order.total', 'total'],
    ['404', { status: 404 }, '.status', '404'],
    ['-1.5', [[-1.5]], '[0][0]', '-1.5'],
    ['a.b', ['axb', 'a.b'], '[1]', 'a.b'],
    ['deep', [[[[[[['deep']]]]]]], '[0][0][0][0][0][0][0]', 'deep'],
    ['last', [...Array.from({ length: 100 }, () => null), 'last'], '[100]', 'last'],
  ])('%s are found, whatever their case', (words, value, path, text) => {
    expect(find(words, value)).toEqual({ path, text });
  });

  it.each<[words: string, value: Json]>([
    ['missing', { a: ['b', { c: null, d: true, e: 12 }] }],
    ['true', { d: true }],
    ['ab', ['a', 'b']],
  ])('%s are not found where they do not stand', (words, value) => {
    expect(find(words, value)).toBeNull();
  });

  it('are found where they lie across two pieces of a long text', () => {
    const text = `${'x'.repeat(64 * 1024 - 3)}needle${'y'.repeat(100_000)}`;
    expect(find('needle', [text])?.path).toBe('[0]');
  });

  it('are looked for in short turns, however large the value is', () => {
    const walk = new TextWalk('needle', 1_000_000);
    walk.begin(['x'.repeat(5_000_000), ...Array.from({ length: 200_000 }, (_, at) => at), 'needle']);
    let turns = 0;
    let isFound = walk.next();
    for (; isFound === null; isFound = walk.next()) {
      walk.rest();
      turns += 1;
    }
    expect(isFound).toBe(true);
    // 5,000,000 characters of text, and 200,000 numbers that count as 16 each.
    expect(turns).toBeGreaterThanOrEqual(7);
    expect(walk.path).toBe('[200001]');
  });
});
