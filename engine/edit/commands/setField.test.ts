import { describe, expect, test } from 'vitest';
import { toData } from '../../base/index.ts';
import { editText, refusalOf, yaml } from '../../testing/index.ts';
import { renameField, setField } from './setField.ts';

const text = yaml`
  # triage
  tasks:
    - id: a
      type: basic
      config:
        timeout: 5s # short
      on_success:
        next: end
`;

describe('setting', () => {
  test('a value that is there changes only its characters', () => {
    expect(editText(text, (it) => setField(it, { path: ['tasks', 0, 'config', 'timeout'], value: '1m' })).text).toBe(
      text.replace('5s', '1m'),
    );
  });

  test('a new key goes where people expect it', () => {
    expect(editText(text, (it) => setField(it, { path: ['tasks', 0, 'name'], value: 'First' })).text).toBe(
      text.replace('    type: basic', '    name: First\n    type: basic'),
    );
    expect(
      editText(text, (it) => setField(it, { path: ['tasks', 0, 'with', 'x'], value: '{{ workflow.input.x }}' })).text,
    ).toBe(text.replace('    config:', '    with:\n      x: "{{ workflow.input.x }}"\n    config:'));
    expect(editText(text, (it) => setField(it, { path: ['name'], value: 'Triage' })).text).toBe(
      `# triage\nname: Triage\n${text.slice(9)}`,
    );
  });

  test('a map and a list', () => {
    const retry = toData({ attempts: 3, backoff: 'fixed', interval: '1s' });
    expect(editText(text, (it) => setField(it, { path: ['tasks', 0, 'retry'], value: retry })).text).toBe(
      text.replace(
        '    on_success',
        '    retry:\n      attempts: 3\n      backoff: fixed\n      interval: 1s\n    on_success',
      ),
    );
  });
});

describe('unsetting', () => {
  test('takes along every map that is empty then', () => {
    expect(
      editText(text, (it) => setField(it, { path: ['tasks', 0, 'config', 'timeout'], value: undefined })).text,
    ).toBe(text.replace('    config:\n      timeout: 5s # short\n', ''));
  });

  test('what is not there changes nothing', () => {
    expect(editText(text, (it) => setField(it, { path: ['tasks', 0, 'with', 'x'], value: undefined })).text).toBe(text);
  });
});

describe('renaming a key', () => {
  const given = text.replace('    config', '    with: { a: 1, b: "2" }\n    config');
  test('keeps its value as written', () => {
    expect(editText(given, (it) => renameField(it, { path: ['tasks', 0, 'with', 'a'], key: 'the c' })).text).toBe(
      given.replace('{ a: 1', '{ the c: 1'),
    );
  });

  test.each([
    ['b', 'DUPLICATE_KEY'],
    ['', 'INVALID_KEY'],
  ])('to %j is refused', (key, code) => {
    expect(refusalOf(given, (it) => renameField(it, { path: ['tasks', 0, 'with', 'a'], key }))).toBe(code);
  });

  test('that is gone is refused', () => {
    expect(refusalOf(given, (it) => renameField(it, { path: ['tasks', 0, 'with', 'z'], key: 'y' }))).toBe(
      'UNKNOWN_FIELD',
    );
  });
});

test('a broken text is refused', () => {
  expect(refusalOf('a: [', (it) => setField(it, { path: ['a'], value: 1 }))).toBe('SYNTAX_ERROR');
});
