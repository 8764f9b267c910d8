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
    '注文\u3000確認',
    'データ\u3000API',
    '\u845b\u{e0100}城',
    '\u8fbb\u{e0101}\u3000様',
  ])('is not one whose script or emoji needs it: %s', (id) => {
    expect(said(tasks(id))).toEqual([]);
  });
});

describe('an id of a usual language', () => {
  test.each([
    ['Japanese', ['手順①', '手順1', '注文を確認する', 'データ取得', 'ﾃﾞｰﾀ', 'API連携', 'ＡＰＩ', '送信・受信']],
    ['German', ['Prüfung', 'Größe_prüfen', 'ÄÖÜß', 'Übergabe-2']],
    ['French', ['vérifier_l’état', 'cœur', 'reçu', 'noël', 'à_payer']],
    ['Polish', ['zażółć_gęślą_jaźń', 'płatność', 'Łódź']],
    ['Arabic', ['التحقق_من_الدفع', 'إرسال', 'مُدَقِّق', 'خطوة_٢']],
    ['Hindi', ['भुगतान_जाँच', 'नमस्ते', 'क्\u200dष']],
    ['Korean', ['결제_확인', '주문\u0020처리', 'API호출']],
    ['Russian', ['заказ', 'PDFотчёт', 'SMSрассылка', 'отчётPDF', 'HTTPзапрос', 'APIключ', 'сумма_rub']],
    ['Greek', ['έλεγχος', 'PDFαναφορά']],
    ['mathematics', ['x²', 'x2', 'Δx', 'μs', 'H₂O', 'H2O']],
  ] as const)('gives no warning: %s', (_, ids) => {
    expect(said(tasks(...ids))).toEqual([]);
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

  test.each([
    [
      'Latin letters among Cyrillic ones',
      'зaкaз',
      '"a" (U+0061, Latin) in this id looks like "а" (U+0430, Cyrillic)',
      'заказ',
    ],
    [
      'Latin letters among Greek ones',
      'λoγος',
      '"o" (U+006F, Latin) in this id looks like "ο" (U+03BF, Greek)',
      'λογος',
    ],
    ['as many of both', 'зa', '"a" (U+0061, Latin)', 'за'],
    [
      'more Cyrillic letters, all of which look Latin',
      '\u0440\u0430\u0443\u0440\u0430l',
      '(U+0440, Cyrillic)',
      'paypal',
    ],
    ['capitals alone', 'ЗAKAЗ', '"A" (U+0041, Latin)', 'ЗАКАЗ'],
  ])('is written in the script of the other letters: %s', (_, id, name, plain) => {
    const text = tasks('start', id);
    const [message = ''] = said(text);
    expect(message).toContain(name);
    const fixed = applyFix(text, 'CONFUSABLE_ID');
    expect(fixed).toBe(text.replaceAll(id, plain));
    expect(said(fixed)).toEqual([]);
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

describe('the fix that renames an id', () => {
  const id = 'p\u0430y';

  test('leaves comments, texts for readers and data alone', () => {
    const text = [
      `# ${id} is for money`,
      'tasks:',
      `  - { id: start, type: basic, description: "then ${id}", on_success: { next: ${id} } }`,
      `  - { id: ${id}, type: basic, use: core:log, with: { message: "${id}: {{ '${id}' }} {{ tasks.start.status }}" } }`,
      '',
    ].join('\n');
    const expected = text.replace(`next: ${id}`, 'next: pay').replace(`id: ${id}`, 'id: pay');
    expect(applyFix(text, 'CONFUSABLE_ID')).toBe(expected);
  });

  test('follows it into expressions, routes, agents and the start', () => {
    const text = [
      `start: ${id}`,
      'tasks:',
      `  - { id: ${id}, type: basic, use: "agent:cl\u0435rk", on_success: { next: log } }`,
      '  - id: log',
      '    type: basic',
      '    use: core:log',
      `    with: { message: "{{ tasks['${id}'].output }} and {{ tasks['${id}'].status }}" }`,
      `    on_error: { routes: { again: { condition: "tasks['${id}'].status == 'failed'", next: ${id} } } }`,
      'agents: [{ id: clerk2, use: core:agent, config: { provider: mock, model: m } }]',
      '',
    ].join('\n');
    expect(applyFix(text, 'CONFUSABLE_ID')).toBe(text.replaceAll(id, 'pay'));
  });

  test('is not offered where an action of an agent has that id', () => {
    const text = `agents: [{ id: clerk, use: core:agent, config: { provider: mock, model: m }, actions: [{ id: pay, instructions: x, output: { type: object } }] }]\n${tasks(id)}`;
    const found = diagnose(text).filter(({ code }) => code === 'CONFUSABLE_ID');
    expect(found.map(({ fixes }) => fixes)).toEqual([undefined]);
  });

  test('leaves a word of two scripts as it is beside a sign that is told apart', () => {
    const text = tasks('PDFотчёт\u20132');
    expect(applyFix(text, 'CONFUSABLE_ID')).toBe(text.replace('\u2013', '-'));
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
