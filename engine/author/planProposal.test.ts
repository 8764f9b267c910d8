import { describe, expect, test } from 'vitest';
import { jsonObject } from '../base/index.ts';
import { yaml } from '../testing/index.ts';
import { type Change, COMMANDS, type Finding, planProposal } from './index.ts';
import { readChange } from './readChange.ts';

const TEXT = yaml`
  # Orders
  agents:
    - id: triage
      use: core:agent
      config: { provider: mock, model: m }   # free
  tasks:
    - id: fetch   # the flaky one
      type: basic
      use: core:log
      on_success: { next: choose }

    - id: choose
      type: decision
      config:
        condition: "{{ tasks.fetch.output.kind }}"
        routes:
          big: store
          small: store

    # last
    - id: store
      type: basic
      use: core:log
      with: { kind: "{{ tasks.fetch.output.kind }}" }
`;

const FILES = new Map([
  ['w.yaml', TEXT],
  ['w.test.yaml', 'tests:\n  - name: one\n    expect:\n      tasks:\n        fetch: success\n'],
]);

function plan(changes: readonly Change[], accepted?: readonly number[]) {
  return planProposal(FILES, { who: 'test', why: 'try', path: 'w.yaml', changes }, accepted);
}

function textAfter(changes: readonly Change[], accepted?: readonly number[]): string {
  const planned = plan(changes, accepted);
  if (!planned.ok) expect.fail(JSON.stringify(planned.error));
  return planned.value.files.get('w.yaml') ?? '';
}

function findingsOf(changes: readonly Change[]): readonly Finding[] {
  const planned = plan(changes);
  return planned.ok ? [] : planned.error;
}

const RETRY: Change = { command: 'setField', task: 'fetch', field: 'retry.attempts', value: 3 };
const NOTIFY: Change = { command: 'addTask', id: 'notify', type: 'basic', use: 'core:log', fields: { timeout: '5s' } };
const LEAD: Change = { command: 'connect', source: 'fetch', via: 'on_error', target: 'notify' };
const RENAME: Change = { command: 'renameTask', task: 'store', to: 'save' };

describe('a plan of a proposal', () => {
  test('writes what its changes say, and nothing else', () => {
    expect(textAfter([RETRY, NOTIFY, LEAD, RENAME])).toBe(yaml`
      # Orders
      agents:
        - id: triage
          use: core:agent
          config: { provider: mock, model: m }   # free
      tasks:
        - id: fetch   # the flaky one
          type: basic
          use: core:log
          retry:
            attempts: 3
          on_success: { next: choose }
          on_error:
            next: notify

        - id: choose
          type: decision
          config:
            condition: "{{ tasks.fetch.output.kind }}"
            routes:
              big: save
              small: save

        # last
        - id: save
          type: basic
          use: core:log
          with: { kind: "{{ tasks.fetch.output.kind }}" }

        - id: notify
          type: basic
          use: core:log
          timeout: 5s
    `);
  });

  test('is the same in any order of its changes', () => {
    const expected = textAfter([RETRY, NOTIFY, LEAD, RENAME]);
    expect(textAfter([LEAD, RENAME, NOTIFY, RETRY])).toBe(expected);
    expect(textAfter([RENAME, LEAD, RETRY, NOTIFY])).toBe(expected);
  });

  test('lets a change name a task by the id that it gets', () => {
    const renamed: Change = { command: 'setField', task: 'save', field: 'timeout', value: '5s' };
    expect(textAfter([renamed, RENAME])).toMatch(/id: save\n(    .*\n)+    timeout: 5s/u);
  });

  test('follows a rename into the tests', () => {
    const planned = plan([{ command: 'renameTask', task: 'fetch', to: 'load' }]);
    expect(planned.ok && planned.value.files.get('w.test.yaml')).toContain('load: success');
    expect(planned.ok && planned.value.transaction.changes.map(({ path }) => path)).toEqual(['w.yaml', 'w.test.yaml']);
  });

  test('applies all of its changes or none', () => {
    const findings = findingsOf([RETRY, { command: 'setField', task: 'fech', field: 'timeout', value: '5s' }]);
    expect(findings.map(({ code, place }) => [code, place])).toEqual([['UNKNOWN_TASK', 'changes[1].task']]);
  });

  test('edits text that is there once, whatever ends its lines', () => {
    const files = new Map([['w.yaml', TEXT.replaceAll('\n', '\r\n')]]);
    const edit = { old: 'type: basic\n    use: core:log\n    on_success', new: 'type: basic\n    on_success' };
    const planned = planProposal(files, { who: 'test', why: 'try', path: 'w.yaml', changes: [{ edit }] });
    const expected = TEXT.replace('    use: core:log\n    on_success', '    on_success').replaceAll('\n', '\r\n');
    expect(planned.ok && planned.value.files.get('w.yaml')).toBe(expected);
  });

  test('creates a file', () => {
    const planned = plan([{ create: 'tasks: []\n', path: 'new.yaml' }]);
    expect(planned.ok && planned.value.transaction.changes).toEqual([
      { type: 'create', path: 'new.yaml', text: 'tasks: []\n' },
    ]);
  });
});

describe('a part of a proposal', () => {
  test('leaves the rest as it was', () => {
    expect(textAfter([RETRY, NOTIFY, LEAD, RENAME], [0])).toBe(textAfter([RETRY]));
    expect(textAfter([RETRY, NOTIFY, LEAD, RENAME], [])).toBe(TEXT);
  });

  test('brings along what it needs to apply', () => {
    expect(textAfter([RETRY, NOTIFY, LEAD], [2])).toBe(textAfter([NOTIFY, LEAD]));
  });

  test('brings along what it needs to leave no error', () => {
    const handler: Change = { command: 'setField', task: 'fetch', field: 'on_error.next', value: 'notify' };
    const planned = plan([RETRY, NOTIFY, handler]);
    expect(planned.ok && planned.value.changes.map(({ needs }) => needs)).toEqual([[], [], [1]]);
  });
});

/** A change that does not apply, the code of its finding, and whether the finding has it corrected. */
const WRONG: readonly (readonly [string, Change, string, boolean])[] = [
  ['a command that is not there', { ...RETRY, command: 'setFeild' }, 'UNKNOWN_COMMAND', true],
  ['a key that is not there', { command: 'addTask', id: 'a', typ: 'basic' }, 'UNKNOWN_KEY', true],
  ['a missing key', { command: 'setField', task: 'fetch', field: 'timeout' }, 'MISSING_KEY', false],
  ['a value of another kind', { command: 'addTask', id: 'a', type: 'decison' }, 'INVALID_VALUE', true],
  ['a task that is misspelt', { ...RETRY, task: 'fetsh' }, 'UNKNOWN_TASK', true],
  ['a task that is nowhere', { ...RETRY, task: 'somewhere' }, 'UNKNOWN_TASK', false],
  [
    'an agent that is misspelt',
    { command: 'setField', agent: 'trage', field: 'name', value: 'T' },
    'UNKNOWN_RESOURCE',
    true,
  ],
  ['an id that is taken', { ...NOTIFY, id: 'choose' }, 'DUPLICATE_ID', true],
  ['an exit that the type has not', { ...LEAD, via: 'on_timeout', target: 'store' }, 'HANDLER_NOT_OF_TYPE', false],
  [
    'a connection by another exit',
    { command: 'disconnect', source: 'fetch', via: 'on_error', target: 'choose' },
    'UNKNOWN_EDGE',
    true,
  ],
  [
    'a route that is misspelt',
    { command: 'renameRoute', task: 'choose', key: 'bigg', to: 'huge' },
    'UNKNOWN_ROUTE',
    true,
  ],
  ['a route that is nowhere', { command: 'removeRoute', task: 'choose', key: 'ship' }, 'UNKNOWN_ROUTE', false],
  ['an id that is set', { command: 'setField', task: 'fetch', field: 'id', value: 'load' }, 'RENAME_INSTEAD', true],
  ['a field that is not there', { command: 'removeField', task: 'fetch', field: 'timeout' }, 'UNKNOWN_FIELD', false],
  ['text that is not there', { edit: { old: 'nowhere', new: '' } }, 'EDIT_NOT_FOUND', false],
  ['text that is there twice', { edit: { old: 'use: core:log', new: '' } }, 'EDIT_AMBIGUOUS', false],
  ['a file that is not there', { ...RETRY, path: 'other.yaml' }, 'UNKNOWN_FILE', false],
  ['a file that is there', { create: '', path: 'w.yaml' }, 'FILE_EXISTS', false],
  ['a command on a file of tests', { ...NOTIFY, path: 'w.test.yaml' }, 'NO_WORKFLOW', false],
  [
    'two parts at once',
    { command: 'setField', agent: 'triage', tool: 't', field: 'x', value: 1 },
    'SEVERAL_PARTS',
    false,
  ],
  ['no part', { command: 'removeResource' }, 'NOTHING_NAMED', false],
  ['the document as a whole', { command: 'setSource', yaml: 'tasks: []' }, 'WHOLE_DOCUMENT', false],
];

describe('a change that does not apply', () => {
  test.each(WRONG)('%s is told with its place and the next step', (_, change, code, isCorrected) => {
    const [finding, ...more] = findingsOf([RENAME, change]).filter((found) => found.code === code);
    expect(finding, JSON.stringify(findingsOf([RENAME, change]))).toBeDefined();
    expect(more).toEqual([]);
    expect(finding?.place).toMatch(/^changes\[1\]/u);
    expect(finding?.next).not.toBe('');
    expect(finding?.corrected !== undefined).toBe(isCorrected);
    if (finding?.corrected) expect(findingsOf([RENAME, finding.corrected])).toEqual([]);
  });

  test('is told by its cause where another one that it needs does not apply', () => {
    const findings = findingsOf([LEAD, { ...NOTIFY, parent: 'fetch' }]);
    expect(findings.map(({ code, place }) => [code, place])).toEqual([
      ['NEEDS_ANOTHER', 'changes[0]'],
      ['NOT_A_CONTAINER', 'changes[1].parent'],
    ]);
  });

  test.each([
    ['the same field', [RETRY, { ...RETRY, value: 5 }]],
    ['a field and the one around it', [RETRY, { ...RETRY, field: 'retry', value: {} }]],
    [
      'a task that is removed and added',
      [
        { command: 'removeTasks', tasks: ['store'] },
        { ...NOTIFY, id: 'store' },
      ],
    ],
  ])('says so where two are about one place: %s', (_, changes) => {
    expect(findingsOf(changes).map(({ code, place }) => [code, place.slice(0, 10)])).toEqual([
      ['SAME_PLACE', 'changes[1]'],
    ]);
  });

  test.each([
    ['nothing', null],
    ['a list', []],
    ['a map without a command', {}],
    ['a command that objects have', { command: 'constructor' }],
    [
      'a key that objects have',
      jsonObject([
        ['command', 'setStart'],
        ['task', 'store'],
        ['__proto__', { path: 'x' }],
      ]),
    ],
    ['a path that is no text', { ...RETRY, path: 7 }],
    ['a list for a text', { command: 'setStart', task: ['fetch'] }],
  ])('is a finding whatever it is: %s', (_, change) => {
    const read = readChange(change, 0, 'w.yaml');
    expect(read.ok).toBe(false);
  });

  test('is one of too many', () => {
    expect(findingsOf(Array.from({ length: 101 }, () => RETRY)).map(({ code }) => code)).toEqual(['INVALID_CHANGE']);
    expect(findingsOf([]).map(({ code }) => code)).toEqual(['INVALID_CHANGE']);
  });
});

test.each([...COMMANDS])('the example of %s is a change that can be read', (name, { example }) => {
  const read = readChange(example, 0, 'w.yaml');
  expect(read.ok ? read.value.command : read.error).toBe(name);
});
