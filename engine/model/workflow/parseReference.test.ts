import { describe, expect, test } from 'vitest';
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
