import { describe, expect, test } from 'vitest';
import { isWholeTemplate } from './Fields.ts';

describe('isWholeTemplate', () => {
  test.each(['{{ a }}', '  {{ a }} ', '{{ "}}" }}', '{{ {a: {b: 1}} }}', '{{ {a: {b: 1}}}}'])(
    'holds for %j',
    (text) => {
      expect(isWholeTemplate(text)).toBe(true);
    },
  );

  test.each(['', '{{', '{{}', '{{ a }}s', '{{ a }}{{ b }}', '{{ a }} and {{ b }}', '{{ "a }}'])(
    'not for %j',
    (text) => {
      expect(isWholeTemplate(text)).toBe(false);
    },
  );
});
