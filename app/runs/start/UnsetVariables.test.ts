import { expect, it } from 'vitest';
import type { Diagnostic } from '#engine';
import { findUnset } from './UnsetVariables.tsx';

const TEXT = `a: "{{ env.KEY }}", b: "{{ env.KEY }} {{ env['URL'] }}", c: "{{ output.x }}"`;

function at(code: string, part: string, from = 0): Diagnostic {
  const start = TEXT.indexOf(part, from);
  return { code, severity: 'info', path: [], range: { start, end: start + part.length }, message: '' };
}

it('names each variable that is read and has no value once', () => {
  const found = [
    at('UNKNOWN_VARIABLE', 'KEY'),
    at('UNKNOWN_VARIABLE', 'KEY', 20),
    at('UNKNOWN_KEY', 'x'),
    at('UNKNOWN_VARIABLE', "'URL'"),
  ];
  expect(findUnset(found, TEXT)).toEqual(['KEY', 'URL']);
  expect(findUnset([], TEXT)).toEqual([]);
});
