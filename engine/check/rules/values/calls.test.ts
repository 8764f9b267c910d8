import { describe, expect, it, test } from 'vitest';
import { BUILT_INS, builtInUse } from '../../../tools/index.ts';
import { applyFix, diagnose, findingsIn } from '../../testing.ts';

const FORM = 'schema: { input: { type: object, properties: { url: { type: string } } } }\n';
const first = (use: string, more = ''): string => `tasks: [{ id: a, type: basic, use: ${use}${more} }]\n`;
const after = (use: string, more = '', passed = '{}'): string => `tasks:
  - { id: z, type: map, config: { mapping: 1 }, on_success: { next: a, with: ${passed} } }
  - { id: a, type: basic, use: ${use}${more} }
`;

/** What is found of calls, with what it underlines. */
const found = (text: string): readonly string[] => findingsIn(text);

describe('what a built-in needs', () => {
  it.each([
    ['core:http', ''],
    ['core:http', ', with: { method: POST }'],
    ['core:hash', ', with: { algorithm: sha-1 }'],
    ['core:validate', ', with: { value: 1 }'],
    ['core:workflow', ', with: { input: {} }'],
    ['core:file', ''],
    ['core:file', ', with: { op: read }'],
    ['core:file', ', with: { op: write, path: a.txt }'],
    ['core:kv', ', with: { op: get }'],
    ['core:kv', ', with: { op: set, key: k }'],
    ['core:csv', ', with: { header: true }'],
    ['core:html', ', with: { select: a }'],
    ['core:memory', ', with: { op: append }'],
    ['core:memory', ', with: { op: search, thread_id: t }'],
    ['core:javascript', ', with: { n: 1 }'],
  ])('is missed: %s%s', (use, more) => {
    expect(found(after(use, more))).toEqual([`MISSING_INPUT ${use}`]);
    expect(found(first(use, more))).toEqual([`MISSING_INPUT ${use}`]);
  });

  it.each([
    ['given by an expression', after('core:http', ', with: { url: "{{ tasks.z.output }}" }')],
    ['in a map that only a run knows', after('core:http', ', with: "{{ tasks.z.output }}"')],
    ['passed by what leads there', after('core:http', '', '{ url: /x }')],
    ['passed as a whole', after('core:http', '', '"{{ output }}"')],
    ['in the form of the run', `${FORM}${first('core:http')}`],
    ['in each item', first('core:http').replace('type: basic', 'type: collection, config: { items: [{ url: /x }] }')],
    ['not needed by this op', after('core:kv', ', with: { op: list }')],
    ['needed by an op that only a run knows', after('core:kv', ', with: { op: "{{ tasks.z.output }}" }')],
    ['needed by an op of one way', after('core:kv', ', with: { op: get, key: k }', '{ op: list }')],
    ['one of several', after('core:html', ', with: { url: /x }')],
    [
      'in the config of its tool',
      `tools: [{ id: js, use: core:javascript, config: { code: return 1 }, schema: { input: {}, output: {} } }]\n${after('tool:js')}`,
    ],
    ['of a task that is disabled', after('core:http', ', disabled: true')],
    [
      'of children, which do the work',
      after('core:http').replace('type: basic', 'type: composite, tasks: [{ id: c, type: basic }]'),
    ],
    ['of a definition that gets it where it is imported', 'type: basic\nuse: core:http\n'],
  ])('is not missed where it is %s', (_, text) => {
    expect(found(text).filter((each) => /MISSING_INPUT|LIKELY_MISSPELT/.test(each))).toEqual([]);
  });

  test('names the task, what it calls and the key, and says where the input of a run could come from', () => {
    const [told] = diagnose(first('core:http', ', with: { method: POST }'));
    expect(told?.message).toBe(
      '"a" calls core:http and needs "url", which neither "with" nor a handler that leads here passes: a run fails here. Only the input of the run could have it: if so, declare it in “schema: { input: … }” of the workflow.',
    );
    expect(diagnose(after('core:csv'))[0]?.message).toContain('needs "text" or "rows"');
    const tool = 'tools: [{ id: crm, use: core:http, schema: { input: { type: object }, output: {} } }]\n';
    expect(diagnose(tool + after('tool:crm'))[0]?.message).toContain(
      '"a" calls tool:crm, which is core:http and needs',
    );
  });
});

describe('a key that a built-in does not read', () => {
  it.each([
    ['core:http', '{ ur: /x }', 'ur', 'url'],
    ['core:http', '{ uri: /x }', 'uri', 'url'],
    ['core:http', '{ url: /x, metod: POST }', 'metod', 'method'],
    ['core:http', '{ url: /x, params: { q: 1 } }', 'params', 'query'],
    ['core:kv', '{ op: set, key: k, valeu: 1 }', 'valeu', 'value'],
    ['core:log', '{ mesage: hi }', 'mesage', 'message'],
  ])('is told with the one that is meant: %s %s', (use, given, key, near) => {
    const text = after(use, `, with: ${given}`);
    expect(found(text)).toEqual([`LIKELY_MISSPELT ${key}`]);
    expect(diagnose(text)[0]?.message).toBe(
      `"a" calls ${use}, which has no input "${key}": it does nothing. Did you mean "${near}"?`,
    );
    expect(found(applyFix(text, 'LIKELY_MISSPELT'))).toEqual([]);
  });

  test('is told with all there are where none is near, and with its place where a tool has it', () => {
    const told = (given: string): string | undefined =>
      diagnose(after('core:hash', `, with: { text: x, ${given} }`))[0]?.message;
    expect(told('colour: red')).toMatch(/no input "colour": it does nothing\. Its inputs are text, algorithm\.$/);
    expect(diagnose(after('core:http', ', with: { url: /x, base_url: /y }'))[0]?.message).toMatch(
      /It belongs in the “config” of a tool, which is defined under “tools”\.$/,
    );
  });

  test('is told at the handler that passes it, and with both where the right one is there, too', () => {
    expect(found(after('core:http', ', with: { url: /x }', '{ methd: PUT }'))).toEqual(['LIKELY_MISSPELT methd']);
    const [told] = diagnose(after('core:http', ', with: { url: /x, uri: /y }'));
    expect(told).toMatchObject({
      code: 'LIKELY_MISSPELT',
      message: expect.stringContaining('Its inputs are url, method'),
    });
    expect(told).not.toHaveProperty('fixes');
  });

  it.each([
    [
      'the task reads it',
      after('core:http', ', with: { url: /x, order: 7 }, on_success: { next: end, with: { n: "{{ input.order }}" } }'),
    ],
    [
      'its own input makes something of it',
      after('core:http', ', with: { url: "/{{ input.order }}" }', '{ order: 7 }'),
    ],
    [
      'all of the input is read',
      after('core:http', ', with: { url: /x, order: 7 }, on_error: { next: end, with: { all: "{{ input }}" } }'),
    ],
    [
      'the schema of the task has it',
      after(
        'core:http',
        ', with: { url: /x, order: 7 }, schema: { input: { type: object, properties: { order: {} } } }',
      ),
    ],
    [
      'the schema of the tool has it',
      `tools: [{ id: t, use: core:http, schema: { input: { type: object, properties: { order: {} } }, output: {} } }]\n${after('tool:t', ', with: { url: /x, order: 7 }')}`,
    ],
    ['the code sees all', after('core:javascript', ', with: { code: return 1, order: 7 }')],
    ['the output passes it on', after('core:log', ', with: { message: hi, date: 1, text: 2 }')],
    ['it is passed on only', after('core:log', ', with: { order: 7 }')],
  ])('is not told where %s', (_, text) => {
    expect(found(text).filter((each) => each.startsWith('LIKELY_MISSPELT'))).toEqual([]);
  });

  test('is not read by the "with" that it stands in', () => {
    expect(found(after('core:http', ', with: { url: /x, order: "{{ input.order }}" }'))).toContain(
      'LIKELY_MISSPELT order',
    );
  });
});

test.each(BUILT_INS)('a new task of $name has nothing to tell', (tool) => {
  expect(found(first(`"${builtInUse(tool)}"`, `, with: ${JSON.stringify(tool.start)}`))).toEqual([]);
});
