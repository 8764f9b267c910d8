import { expect, test } from 'vitest';
import { markHidden, quoteName } from '../markHidden.ts';
import { splitOrigin } from './GivenName.tsx';

test.each([
  ['https://api.good.example.evil.example', 'https://api.good.example.', 'evil.example', ''],
  ['https://evil.example:8443', 'https://', 'evil.example', ':8443'],
  ['https://evil.example.', 'https://', 'evil.example.', ''],
  ['http://localhost:3000', 'http://', 'localhost', ':3000'],
  ['http://10.0.0.1', 'http://', '10.0.0.1', ''],
  ['http://[::1]:8080', 'http://', '[::1]', ':8080'],
  ['https://exаmple.com', 'https://', 'xn--exmple-4nf.com', ''],
  ['no origin\u202e', '', 'no origin⟨U+202E⟩', ''],
  ['null', '', 'null', ''],
])('%s belongs to its last labels', (origin, before, owner, after) => {
  expect(splitOrigin(origin)).toEqual({ before, owner, after });
});

test.each([
  ['safe\u202elmay.exe', 'safe⟨U+202E⟩lmay.exe'],
  ['a\u2066b\u2069', 'a⟨U+2066⟩b⟨U+2069⟩'],
  ['zero\u200bwidth\ufeff', 'zero⟨U+200B⟩width⟨U+FEFF⟩'],
  ['two\nlines\ttab', 'two⟨U+000A⟩lines⟨U+0009⟩tab'],
  ['no\u00a0break\u3000', 'no⟨U+00A0⟩break⟨U+3000⟩'],
  ['filler\u3164\u2800', 'filler⟨U+3164⟩⟨U+2800⟩'],
  ['tag\u{e0041}', 'tag⟨U+E0041⟩'],
  ['half\ud800', 'half⟨U+D800⟩'],
  ['Ünïcode שלום 漢字 e\u0301', 'Ünïcode שלום 漢字 e\u0301'],
])('%j is shown as %j', (text, shown) => {
  expect(markHidden(text)).toBe(shown);
});

test('a name cannot close its quotes', () => {
  expect(quoteName('a.yaml”, which you wrote, and “b')).toBe('“a.yaml⟨U+201D⟩, which you wrote, and ⟨U+201C⟩b”');
});
