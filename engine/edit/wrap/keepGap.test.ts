import { describe, expect, test } from 'vitest';
import { editText } from '../../testing/index.ts';
import { wrapInContainer } from './wrapInContainer.ts';

const task = (id: string, next: string) => `  - id: ${id}\n    type: map\n    on_success: { next: ${next} }\n`;

describe('the neighbours stay as far apart as they were', () => {
  test.each([
    ['a gap above', '\n\n', ''],
    ['a gap below', '', '\n\n'],
    ['gaps of their own', '\n', '\n\n'],
    ['a comment of the next', '\n', '  # about c\n'],
    ['lines of Windows', '\n\n', '\n'],
  ])('with %s', (name, above, below) => {
    const isWindows = name.includes('Windows');
    const written = `tasks:\n${task('a', 'b')}${above}${task('b', 'c')}${below}  - id: c\n    type: map\n`;
    const text = isWindows ? written.replaceAll('\n', '\r\n') : written;
    const after = editText(text, (it) => wrapInContainer(it, { ids: ['b'], type: 'composite' })).text;
    const plain = after.replaceAll('\r\n', '\n');
    expect(plain).toContain(`next: group }\n${above}  - id: group\n`);
    expect(plain).toContain(`      next: c\n${below}  - id: c\n`);
    expect(after.includes('\r')).toBe(isWindows);
    expect(/[^\r]\n/.test(after)).toBe(!isWindows);
  });
});
