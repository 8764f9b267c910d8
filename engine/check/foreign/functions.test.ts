import { expect, test } from 'vitest';
import { findFunction, parseExpression } from '../../expression/index.ts';
import { COUNTERPARTS } from './functions.ts';

test('what is told in place of a function of another language calls only functions that there are', () => {
  for (const [other, { text, name }] of COUNTERPARTS) {
    const { calls } = parseExpression(text.replaceAll('…', 'x'));
    const missing = [...calls.map((call) => call.name), ...(name === undefined ? [] : [name])].filter(
      (called) => findFunction(called) === undefined,
    );
    expect(missing, other).toEqual([]);
    expect(findFunction(other), other).toBeUndefined();
  }
});
