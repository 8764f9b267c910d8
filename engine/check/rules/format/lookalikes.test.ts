import { describe, expect, test } from 'vitest';
import { applyFix, diagnose } from '../../testing.ts';

const tasks = (...ids: readonly string[]) =>
  `tasks:\n${ids.map((id, at) => `  - { id: ${JSON.stringify(id)}, type: basic${at + 1 < ids.length ? `, on_success: { next: ${JSON.stringify(ids[at + 1])} }` : ''} }\n`).join('')}`;

/** Messages of the warnings about ids. */
const said = (text: string): readonly string[] =>
  diagnose(text).flatMap(({ code, severity, message }) => (code === 'CONFUSABLE_ID' ? [`${severity} ${message}`] : []));

describe('an id with a character that cannot be seen', () => {
  test.each([
    ['a space of no width', 'pay\u200b', 'U+200B'],
    ['a joiner between Latin letters', 'pa\u200dy', 'U+200D'],
    ['a hyphen that is not shown', 'pa\u00ady', 'U+00AD'],
    ['a mark of direction', '\u202epay', 'U+202E'],
    ['a space that does not break', 'pay\u00a0now', 'U+00A0'],
    ['a filler', 'pay\u3164', 'U+3164'],
    ['a tag', 'pay\u{e0061}', 'U+E0061'],
  ])('is named by its number: %s', (_, id, name) => {
    const [first = '', ...rest] = said(tasks(id));
    expect(first).toMatch(/^warning This id has a character that cannot be seen, /);
    expect(first).toContain(name);
    expect(first).not.toContain(id);
    expect(rest).toEqual([]);
  });

  test('is written without it by the fix, wherever it is named', () => {
    const text = tasks('start', 'pay\u200b').replace(
      'type: basic }',
      'type: basic, with: { n: "{{ tasks[\'pay\u200b\'].status }}" } }',
    );
    expect(applyFix(text, 'CONFUSABLE_ID')).toBe(text.replaceAll('\u200b', ''));
  });

  test.each([
    '\u{1f680}\ufe0f',
    '\u{1f469}\u200d\u{1f4bb}',
    'नमस्\u200dते',
    'می\u200cخواهم',
    'prüfen',
    '支払い',
    'заказ',
    'Übung-2',
  ])('is not one whose script or emoji needs it: %s', (id) => {
    expect(said(tasks(id))).toEqual([]);
  });
});

describe('an id with a character that looks like another one', () => {
  test.each([
    ['a Cyrillic letter in a Latin word', 'p\u0430y', '"\u0430" (U+0430, Cyrillic)', 'pay'],
    ['a Greek letter in a Latin word', 'c\u03bfunt', '"\u03bf" (U+03BF, Greek)', 'count'],
    ['a letter of full width among others', 'p\uff41y', '"\uff41" (U+FF41)', 'pay'],
    ['a dash that is no hyphen', 'pay\u2013now', '"\u2013" (U+2013)', 'pay-now'],
  ])('is told apart, and typed again by the fix: %s', (_, id, name, plain) => {
    const text = tasks('start', id);
    const [message = ''] = said(text);
    expect(message).toContain(name);
    expect(message).toContain(`who types "${plain}" does not find it`);
    expect(applyFix(text, 'CONFUSABLE_ID')).toBe(text.replaceAll(id, plain));
  });

  test('of agents, tools and actions too', () => {
    const schema = 'schema: { input: { type: object }, output: { type: object } }';
    const text = `agents: [{ id: cl\u0435rk, use: core:agent, config: { provider: mock, model: m }, actions: [{ id: s\u043ert, instructions: x, output: { type: object } }] }]\ntools: [{ id: st\u03bfck, use: core:http, ${schema} }]\n`;
    expect(said(text)).toHaveLength(3);
  });

  test.each([
    '\u0434\u0430\u0442\u0430',
    '\u03c3_max',
    '\u0394t',
    'x\u00b2',
    'sum_\u0441\u0443\u043c\u043c\u0430',
    'na\u00efve',
    'kap\u0131',
  ])('is not one of one script in each word: %s', (id) => {
    expect(said(tasks(id))).toEqual([]);
  });
});

describe('two ids that look the same', () => {
  test.each([
    ['in two scripts', 'cop', '\u0441\u043e\u0440'],
    ['with a letter of two code points', 'caf\u00e9', 'cafe\u0301'],
    ['one in letters of full width', 'pay', '\uff50\uff41\uff59'],
    ['one in Latin letters of another shape', 'pay', 'p\u0251y'],
  ])('%s: the later one is marked', (_, first, second) => {
    const found = diagnose(tasks(first, second)).filter(({ code }) => code === 'CONFUSABLE_ID');
    expect(found).toMatchObject([
      { path: ['tasks', 1, 'id'], message: expect.stringMatching(/looks just like this one/) },
    ]);
  });

  test('ids of ASCII are never compared: fonts of editors tell them apart', () => {
    expect(said(tasks('task1', 'taskl', 'taskI', 'x0', 'xO'))).toEqual([]);
  });

  test('a fix never gives an id that is taken', () => {
    const found = diagnose(tasks('pay', 'p\u0430y')).filter(({ code }) => code === 'CONFUSABLE_ID');
    expect(found).toHaveLength(2);
    expect(found.every(({ fixes }) => fixes === undefined)).toBe(true);
  });
});
