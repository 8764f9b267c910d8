import { describe, expect, test } from 'vitest';
import { isTemplate, isWholeTemplate } from './isTemplate.ts';
import { parseReference } from './parseReference.ts';

describe('parseReference', () => {
  test.each([
    ['core:http', 'core', 'http', null],
    ['acme/search', 'acme', 'search', null],
    ['acme:search@1.2.0', 'acme', 'search', '1.2.0'],
    ['acme/search@^2', 'acme', 'search', '^2'],
    ['@acme/search', '@acme', 'search', null],
    ['@acme/search@1', '@acme', 'search', '1'],
    ['github.com/acme/search', 'github.com/acme', 'search', null],
    ['mcp:files/read', 'mcp', 'files/read', null],
    ['acme:a:b', 'acme', 'a:b', null],
    ['acme:a@b@2', 'acme', 'a@b', '2'],
    [' acme:search ', 'acme', 'search', null],
  ])('reads %s', (text, repo, name, version) => {
    expect(parseReference(text)).toEqual({ repo, package: name, version, text: text.trim() });
  });

  test.each(['', 'search', ':search', 'acme:', '/search', 'acme/', 'acme:search@', 'my tool:x'])(
    'refuses %j',
    (text) => {
      expect(parseReference(text)).toBeNull();
    },
  );
});

describe('isTemplate', () => {
  test.each(['{{ a }}', 'n={{ a }}', '{{ a }}{{ b }}', '\\{{ a }} {{ b }}'])('sees one in %j', (text) => {
    expect(isTemplate(text)).toBe(true);
  });

  test.each(['', 'a', '{ a }', '\\{{ a }}', '}} {{', '{{ a'])('sees none in %j', (text) => {
    expect(isTemplate(text)).toBe(false);
  });
});

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
