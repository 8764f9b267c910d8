import { expect, test } from 'vitest';
import type { Json } from '../base/index.ts';
import { shortenError, toPreview } from './heads.ts';

test('a preview of an output ends in no half of a character, and says how long all of it is', () => {
  expect(toPreview(null)).toBeNull();
  expect(toPreview({ n: 1 })).toEqual({ preview: '{"n":1}', size: 7 });
  const { preview = '', size } = toPreview(`${'a'.repeat(197)}\u{1F600}${'b'.repeat(500)}`) ?? {};
  expect(preview).toBe(`"${'a'.repeat(197)}…`);
  expect(size).toBe(701);
});

test('an error in a list is bounded, and still says where it happened', () => {
  const inner = { type: 'collection.item', index: 3, value: 'v'.repeat(50_000), cause: { type: 'http', status: 500 } };
  const details: Json = { type: 'collection.item', index: 7, items: Array(9_000).fill(1), cause: inner };
  const short = shortenError({ code: 'EXECUTION_ERROR', message: 'm'.repeat(90_000), details });
  expect(short?.message).toHaveLength(500);
  expect(short?.details).toEqual({
    type: 'collection.item',
    index: 7,
    cause: { type: 'collection.item', index: 3, cause: { type: 'http', status: 500 } },
  });
  const small = { code: 'TIMEOUT_ERROR', message: 'Late.', details: { after: [1, 2] } };
  expect(shortenError(small)).toEqual(small);
  expect(shortenError(null)).toBeNull();
});

test('an error of any depth and any number of facts is bounded', () => {
  let details: Json = null;
  for (let depth = 0; depth < 200; depth += 1)
    details = {
      ...Object.fromEntries(Array.from({ length: 50 }, (_, key) => [`k${key}`, 'x'.repeat(100)])),
      cause: details,
    };
  const text = JSON.stringify(shortenError({ code: 'EXECUTION_ERROR', message: '', details }));
  expect(text.length).toBeLessThan(5_000);
});
