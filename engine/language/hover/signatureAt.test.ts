import { expect, it } from 'vitest';
import { atCursor } from '../testing.ts';
import { signatureAt } from './signatureAt.ts';

it.each([
  ['slice(‸', 'slice', 0],
  ['slice(input.a, ‸', 'slice', 1],
  ['slice(input.a, 1, 2‸)', 'slice', 2],
  ['input.a | slice(‸', 'slice', 1],
  ['upper(slice(input.a, len(‸), 2))', 'len', 0],
  ['slice([1, 2], ‸', 'slice', 1],
  ['slice([1, ‸2], 3)', 'slice', 0],
  ['filter(input.a, (x, i) => x.b > ‸1)', 'filter', 1],
  ['slice((1 + ‸2))', 'slice', 0],
])('%s', (expression, name, active) => {
  const { analysis, offset } = atCursor(`tasks:\n  - id: a\n    with: { x: "{{ ${expression} }}" }\n`);
  const found = signatureAt(analysis, offset);
  expect(found?.label.startsWith(`${name}(`)).toBe(true);
  expect(found?.active).toBe(active);
  const parameter = found?.parameters[active];
  if (name === 'slice')
    expect(found?.label.slice(parameter?.start, parameter?.end)).toBe(['value', 'from', 'to?'][active]);
});

it.each(['slice(1) + ‸2', 'nope(‸', '(‸1)', "'slice(‸'"])('there is none in %s', (expression) => {
  const { analysis, offset } = atCursor(`tasks:\n  - id: a\n    with: { x: "{{ ${expression} }}" }\n`);
  expect(signatureAt(analysis, offset)).toBeNull();
});

it('finds the call while neither its braces nor its quote are closed, after a blank too', () => {
  const { analysis, offset } = atCursor('tasks:\n  - id: a\n    with: { x: "{{ slice(input.a, ‸\n');
  expect(signatureAt(analysis, offset)?.active).toBe(1);
});

it('finds none behind a quote that is closed', () => {
  const { analysis, offset } = atCursor('tasks:\n  - id: a\n    with: { x: "{{ slice(input.a, " ‸\n');
  expect(signatureAt(analysis, offset)).toBeNull();
});
