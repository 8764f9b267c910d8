import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ownText } from '../../../author/index.ts';
import { yaml } from '../../../testing/index.ts';
import { runInProcess } from '../../testing.ts';
import { McpShell } from '../testing.ts';

const ORDERS = yaml`
  # Orders
  name: Orders
  schema:
    input: { type: object, properties: { n: { type: number } } }
  tasks:
    - id: fetch   # the flaky one
      type: basic
      use: core:http
      with: { url: "https://api.example.com/orders" }
      on_success: { next: store }

    - id: store
      type: basic
      use: core:log
      with: { message: "{{ tasks.fetch.output.status }}" }
`;

const TESTS = yaml`
  tests:
    - name: stores what was fetched
      answers: { fetch: { output: { status: 200, ok: true, headers: {}, body: "" } } }
      expect: { path: [fetch, store] }
`;

let shell: McpShell;

beforeEach(async () => {
  shell = new McpShell();
  shell.write('orders.yaml', ORDERS);
  shell.write('orders.test.yaml', TESTS);
  await shell.connect();
});

afterEach(() => shell.close());

async function hashOf(path: string): Promise<unknown> {
  return (await shell.call('outline', { path })).says['hash'];
}

async function propose(changes: readonly object[], more: object = {}): Promise<Awaited<ReturnType<McpShell['call']>>> {
  const expected = await hashOf('orders.yaml');
  return shell.call('propose', { path: 'orders.yaml', why: 'It fails at times.', expected, changes, ...more });
}

const RETRY = {
  command: 'setField',
  task: 'fetch',
  field: 'retry',
  value: { attempts: 3, backoff: 'exponential', interval: '1s' },
};

describe('reading', () => {
  test('list has each file with its kind, its hash and its problems', async () => {
    shell.write('broken.yaml', 'tasks:\n  - id: a\n    type: loop\n');
    const { files } = await shell.call('list');
    expect(files).toMatchObject({
      files: [
        { path: 'broken.yaml', kind: 'workflow', errors: 1 },
        { path: 'orders.test.yaml', kind: 'tests' },
        { path: 'orders.yaml', kind: 'workflow', tasks: 2, hash: await hashOf('orders.yaml') },
      ],
      proposals: [],
    });
  });

  test('outline has the tasks and where they lead', async () => {
    const { files } = await shell.call('outline', { path: 'orders.yaml' });
    expect(files).toMatchObject({
      input: { n: 'number' },
      start: 'fetch',
      tasks: [{ id: 'fetch', type: 'basic', use: 'core:http', leads: ['on_success → store'] }, { id: 'store' }],
    });
  });

  test('read has a part as it is written, and the lines that name it', async () => {
    const { says, files } = await shell.call('read', { path: 'orders.yaml', task: 'fetch', usages: true });
    expect(says['line']).toBe(6);
    expect(files).toMatchObject({ text: expect.stringContaining('id: fetch   # the flaky one') });
    expect(files).toMatchObject({
      usages: ['6: - id: fetch   # the flaky one', expect.stringContaining('tasks.fetch.output')],
    });
  });

  test('read keeps to its budget, and says what it leaves out', async () => {
    shell.write('long.yaml', `# ${'x'.repeat(5_000)}\n`);
    const { text, files } = await shell.call('read', { path: 'long.yaml', budget: 500 });
    expect(text.length).toBeLessThan(1_000);
    expect(files).toMatchObject({ text: expect.stringContaining('characters omitted') });
  });

  test('check has the words of signalbox check, and a fix that propose takes', async () => {
    shell.write('orders.yaml', ORDERS.replace('next: store', 'next: stor'));
    const { files } = await shell.call('check', { path: 'orders.yaml' });
    const printed = await runInProcess(['check', '--json', 'orders.yaml'], { folder: shell.folder });
    const [finding] = JSON.parse(printed.out).files[0].diagnostics;
    expect(files).toMatchObject([{ code: finding.code, message: finding.message, line: finding.range.start.line }, {}]);
    const [{ fix }] = files as unknown as readonly [{ readonly fix: { readonly change: object } }];
    expect(await propose([fix.change])).toMatchObject({ isError: false, says: { problems_gone: 3 } });
  });

  test.each([
    ['type decision', 'config.routes', 'routes'],
    ['core:http', 'url', 'Example'],
    ['function slice', 'slice(', ''],
    ['provider openai', 'OPENAI_API_KEY', ''],
    ['diagnostic UNKNOWN_TARGET', 'To fix it', 'nearest name'],
    ['UNKNOWN_TARGET', 'To fix it', ''],
    ['command addTask', 'after', 'Example'],
  ])('describe knows %s', async (topic, ...words) => {
    const { says } = await shell.call('describe', { topic });
    for (const word of words.filter((each) => each !== 'config.routes')) expect(says['description']).toContain(word);
    const printed = await runInProcess(['describe', ...topic.split(' ')], { folder: shell.folder });
    expect(printed.out.slice(0, 200)).toBe(`${ownText(says, 'description')}\n`.slice(0, 200));
  });
});

describe('propose', () => {
  test('leaves the workflow alone, and keeps the proposal for a person', async () => {
    const { says, files } = await propose([RETRY]);
    expect(says).toMatchObject({ applied: false, changes: [{ index: 0 }] });
    expect(files).toMatchObject({ diff: expect.stringContaining('+    retry:'), new_problems: [] });
    expect(shell.read('orders.yaml')).toBe(ORDERS);
    const stored = JSON.parse(shell.read(ownText(says, 'file')));
    expect(stored).toMatchObject({
      format: 'signalbox-proposal/1',
      who: 'test',
      why: 'It fails at times.',
      changes: [RETRY],
      base: { 'orders.yaml': ORDERS },
    });
    const { files: listed } = await shell.call('list');
    expect(listed).toMatchObject({ proposals: [{ id: says['proposal'], why: 'It fails at times.', changes: 1 }] });
  });

  test('says what would come of a draft, and keeps nothing', async () => {
    const { says } = await propose([RETRY], { draft: true });
    expect(says).toMatchObject({ draft: true });
    expect((await shell.call('list')).files).toMatchObject({ proposals: [] });
  });

  test('takes the place of an earlier one', async () => {
    const { says } = await propose([RETRY]);
    const again = await propose([{ ...RETRY, value: { ...RETRY.value, attempts: 5 } }], { replaces: says['proposal'] });
    expect(again.says['proposal']).toBe(says['proposal']);
    expect((await propose([RETRY], { replaces: 'nobody' })).codes).toEqual(['UNKNOWN_PROPOSAL']);
  });

  test('refuses a text that was changed since it was read, and says its hash', async () => {
    const expected = await hashOf('orders.yaml');
    shell.write('orders.yaml', `${ORDERS}# more\n`);
    const stale = await shell.call('propose', { path: 'orders.yaml', why: 'x', expected, changes: [RETRY] });
    expect(stale.codes).toEqual(['STALE']);
    expect(stale.text).toContain(String(await hashOf('orders.yaml')));
    const blind = await shell.call('propose', { path: 'orders.yaml', why: 'x', changes: [RETRY] });
    expect(blind.codes).toEqual(['STALE']);
  });

  test('refuses what would leave an error, in the words of the check', async () => {
    const { codes, files } = await propose([{ ...RETRY, field: 'on_success.next', value: 'stor' }]);
    expect(codes).toEqual(['NEW_ERRORS']);
    expect(files).toMatchObject({
      new_problems: expect.arrayContaining([expect.objectContaining({ code: 'UNKNOWN_TARGET' })]),
    });
    expect((await shell.call('list')).files).toMatchObject({ proposals: [] });
  });

  test('says why a change does not apply, with the change corrected', async () => {
    const { isError, findings } = await propose([{ ...RETRY, task: 'fech' }]);
    expect(isError).toBe(true);
    expect(findings).toMatchObject([
      { code: 'UNKNOWN_TASK', place: 'changes[0].task', corrected: { ...RETRY, task: 'fetch' } },
    ]);
  });

  test('creates a file, whose hash is not known before', async () => {
    const created = await shell.call('propose', {
      path: 'new.yaml',
      why: 'x',
      changes: [{ create: 'tasks:\n  - {id: a, type: basic}\n' }],
    });
    expect(created.says).toMatchObject({ applied: false });
  });
});

test('with --apply a proposal is written at once, unless the file was changed', async () => {
  const other = new McpShell();
  other.write('orders.yaml', ORDERS);
  await other.connect({ applies: true });
  const { says } = await other.call('outline', { path: 'orders.yaml' });
  const args = { path: 'orders.yaml', why: 'x', expected: says['hash'], changes: [RETRY] };
  const applied = await other.call('propose', args);
  expect(applied.says).toMatchObject({ applied: true });
  expect(other.read('orders.yaml')).toContain('# the flaky one\n');
  expect(other.read('orders.yaml')).toContain('    retry:\n      attempts: 3\n');
  expect((await other.call('propose', args)).codes).toEqual(['STALE']);
  await other.close();
});

test('with --apply what configures a server waits for a person all the same, with all that was proposed with it', async () => {
  const other = new McpShell();
  other.write('orders.yaml', ORDERS);
  await other.connect({ applies: true });
  const config = 'secrets:\n  X: { command: [touch, owned] }\n';
  const create = (path: string) => ({
    path,
    create: path === 'new.yaml' ? 'tasks:\n  - { id: a, type: basic }\n' : config,
  });
  const proposed = await other.call('propose', {
    path: 'new.yaml',
    why: 'x',
    changes: [create('new.yaml'), create('signalbox.serve.yaml')],
  });
  expect(proposed.says).toMatchObject({ applied: false, proposal: expect.any(String) });
  const again = await other.call('propose', {
    path: 'deep/signalbox.serve.yaml',
    why: 'x',
    changes: [create('deep/signalbox.serve.yaml')],
  });
  expect(again.says).toMatchObject({ applied: false });
  expect(readdirSync(other.folder).filter((name) => !name.startsWith('.'))).toEqual(['orders.yaml']);
  await other.close();
});

describe('trying', () => {
  test('run reaches nothing, and says whose answers are made up', async () => {
    const { says, files } = await shell.call('run', { path: 'orders.yaml' });
    expect(says).toMatchObject({ status: 'success', made_up: ['fetch'] });
    expect(files).toMatchObject({ tasks: [{ id: 'fetch', status: 'success' }, { id: 'store' }] });
  });

  test('run answers calls as a test file does', async () => {
    const answers = { fetch: { error: { code: 'TIMEOUT_ERROR', message: 'late' } } };
    const { says, files } = await shell.call('run', { path: 'orders.yaml', answers });
    expect(says).toMatchObject({ status: 'error' });
    expect(files).toMatchObject({ error: { code: 'TIMEOUT_ERROR' } });
    const wrong = await shell.call('run', { path: 'orders.yaml', answers: { fetch: { ouput: 1 } } });
    expect(wrong.codes).toEqual(['TEST_ANSWER']);
  });

  test('test says what failed, and where there are no tests', async () => {
    expect((await shell.call('test', { path: 'orders.yaml' })).says).toMatchObject({ passed: 1, failed: 0 });
    shell.write('orders.test.yaml', TESTS.replace('[fetch, store]', '[store]').replace('path', 'never'));
    const { says, files } = await shell.call('test');
    expect(says).toMatchObject({ passed: 0, failed: 1 });
    expect(files).toMatchObject({ failed: [{ test: 'stores what was fetched', failures: [{ code: 'NEVER' }] }] });
    shell.write('alone.yaml', ORDERS);
    expect((await shell.call('test', { path: 'alone.yaml' })).codes).toEqual(['NO_TESTS']);
  });

  test('drill says which faults nothing handles', async () => {
    const { says, files } = await shell.call('drill', { path: 'orders.yaml', budget: 2_000 });
    expect(Number(says['poor'])).toBeGreaterThan(0);
    expect(files).toMatchObject({
      faults: expect.arrayContaining([expect.objectContaining({ task: 'fetch', verdict: 'unhandled' })]),
    });
  });

  test('runs finds recorded runs and reads their steps; backtest plays them on the text', async () => {
    shell.write(
      'log.yaml',
      'tasks:\n  - id: say\n    type: basic\n    use: core:log\n    with: { message: "{{ workflow.input.n }}" }\n',
    );
    const args = ['run', 'log.yaml', '--input', '{"n": 7}', '--journal', 'one.journal'];
    expect((await runInProcess(args, { folder: shell.folder })).code).toBe(0);
    expect((await shell.call('runs', { path: 'log.yaml' })).files).toMatchObject([
      { file: 'one.journal', status: 'success' },
    ]);
    expect((await shell.call('runs', { run: 'one.journal' })).files).toMatchObject({
      tasks: [{ id: 'say', status: 'success' }],
    });
    expect((await shell.call('runs', { run: 'one.journal', task: 'say' })).files).toMatchObject({
      input: { message: 7 },
    });
    expect((await shell.call('backtest', { path: 'log.yaml' })).says).toMatchObject({ runs: 1, same: 1 });
    const replayed = await shell.call('run', { path: 'log.yaml', recorded: 'one.journal' });
    expect(replayed.says).toMatchObject({ status: 'success' });
  });
});

describe('a proposal that waits', () => {
  test('can be read, checked, run and drilled as if it were accepted', async () => {
    const before = await shell.call('drill', { path: 'orders.yaml' });
    const changes = [
      RETRY,
      { command: 'addTask', id: 'tell', type: 'basic', use: 'core:log', after: 'fetch', via: 'on_error' },
    ];
    const { says } = await propose(changes);
    const waiting = { path: 'orders.yaml', proposal: says['proposal'] };
    const outline = await shell.call('outline', waiting);
    expect(outline.says['hash']).toBeUndefined();
    expect(outline.text).toContain('on_error → tell');
    expect((await shell.call('read', { ...waiting, task: 'fetch', field: 'retry' })).text).toContain('exponential');
    expect((await shell.call('check', waiting)).says).toMatchObject({ errors: 0 });
    const answers = { fetch: { error: { code: 'TIMEOUT_ERROR' } } };
    const ran = await shell.call('run', { ...waiting, answers });
    expect(ran.files).toMatchObject({ tasks: [{ id: 'fetch', retries: 3 }, { id: 'tell' }] });
    expect(Number((await shell.call('drill', waiting)).says['poor'])).toBeLessThan(Number(before.says['poor']));
    expect(shell.read('orders.yaml')).toBe(ORDERS);
    expect((await shell.call('run', { path: 'orders.yaml', proposal: 'nobody' })).codes).toEqual(['UNKNOWN_PROPOSAL']);
  });
});

describe('diff', () => {
  test('says in words what differs between two files, and what a proposal would change', async () => {
    shell.write('other.yaml', ORDERS.replace('next: store', 'next: end'));
    const { says, files } = await shell.call('diff', { path: 'orders.yaml', other: 'other.yaml' });
    expect(says).toMatchObject({ changes: 1 });
    expect(files).toMatchObject([{ path: 'orders.yaml', severity: 'behaviour' }]);
    const proposed = await propose([RETRY]);
    const waiting = await shell.call('diff', { proposal: proposed.says['proposal'] });
    expect(waiting.files).toMatchObject([{ sentence: expect.stringContaining('fetch') }]);
    expect((await shell.call('diff', { proposal: 'nobody' })).codes).toEqual(['UNKNOWN_PROPOSAL']);
  });

  test('says what of a proposal no longer applies', async () => {
    const { says } = await propose([
      RETRY,
      { command: 'setField', task: 'store', field: 'config.timeout', value: '5s' },
    ]);
    shell.write(
      'orders.yaml',
      ORDERS.replace('    on_success', '    retry: { attempts: 1, backoff: fixed, interval: 1s }\n    on_success'),
    );
    const waiting = await shell.call('diff', { proposal: says['proposal'] });
    expect(waiting.says).toMatchObject({
      changes: 1,
      no_longer_apply: [{ code: 'CHANGED_MEANWHILE', place: 'changes[0]' }],
    });
  });
});

describe('the proof of a proposal', () => {
  test('says which tests fail now, and which failed before', async () => {
    const passing = await propose([RETRY], { draft: true });
    expect(passing.says).toMatchObject({ tests: { passed: 1, failed: 0 } });
    const breaking = await propose([{ command: 'removeTasks', tasks: ['store'] }], { draft: true });
    expect(breaking.says).toMatchObject({ tests: { passed: 0, failed: 1, newly_failed: 1 } });
    expect(breaking.files).toMatchObject({ failed_tests: [{ test: expect.any(String), failedBefore: false }] });
  });

  test('says what no test reaches then, of what is new or was reached', async () => {
    const named = await propose([{ command: 'setField', task: 'store', field: 'name', value: 'Store' }], {
      draft: true,
    });
    expect(named.says).toMatchObject({ tests: { passed: 1 } });
    expect(named.text).not.toContain('untested');
    const tell = { command: 'addTask', id: 'tell', type: 'basic', use: 'core:log', after: 'fetch', via: 'on_error' };
    const added = await propose([tell], { draft: true });
    expect(added.says).toMatchObject({ tests: { passed: 1, untested: expect.any(Number) } });
    expect(added.files).toMatchObject({
      untested: expect.arrayContaining([
        { path: 'orders.yaml', line: expect.any(Number), what: 'tell never starts' },
        { path: 'orders.yaml', line: expect.any(Number), what: 'fetch on_error → tell' },
      ]),
    });
    // What another test file reaches is reached.
    const more = yaml`
      workflow: ./orders.yaml
      tests:
        - name: says that it failed
          answers: { fetch: { error: { code: COMMUNICATION_ERROR } } }
          expect: { status: error }
    `;
    const partly = { path: 'more.test.yaml', why: 'x', changes: [{ create: more }], draft: true };
    const second = await shell.call('propose', partly);
    expect(second.says).toMatchObject({ tests: { passed: 2, failed: 0 } });
    expect(second.text).not.toContain('untested');
    // What was not reached before either is not told of.
    expect(JSON.stringify(added.files)).not.toContain('fetch never');
  });

  test('says after which faults it is better or worse then, and what runs take at most', async () => {
    const tell = { command: 'addTask', id: 'tell', type: 'basic', use: 'core:log', after: 'fetch', via: 'on_error' };
    const timeout = { command: 'setField', task: 'fetch', field: 'config.timeout', value: '20s' };
    const better = await propose([tell, timeout], { draft: true });
    expect(better.says).toMatchObject({ drill: { worse: 0, better: expect.any(Number) } });
    expect(better.says['drill']).not.toMatchObject({ better: 0 });
    expect(better.files).toMatchObject({ forecast: [expect.stringContaining('takes at most 20s')] });
    const route = '    on_error: { next: store }\n';
    shell.write('orders.yaml', ORDERS.replace('    on_success', `${route}    on_success`));
    const worse = await propose([{ edit: { old: route, new: '' } }], { draft: true });
    expect(worse.says).toMatchObject({ drill: { better: 0 } });
    expect(worse.files).toMatchObject({
      worse_faults: expect.arrayContaining([expect.objectContaining({ place: 'fetch', verdict: 'unhandled' })]),
    });
    const named = await propose([{ command: 'setField', task: 'store', field: 'name', value: 'Store' }], {
      draft: true,
    });
    expect(named.says).toMatchObject({ drill: { worse: 0, better: 0 } });
    expect(named.text).not.toMatch(/forecast|worse_faults/u);
  });

  test('of a new workflow says what its own tests, faults and bounds are', async () => {
    const text = yaml`
      tasks:
        - id: call
          type: basic
          use: core:http
          with: { url: https://example.com }
          config: { timeout: 20s }
    `;
    const tests = yaml`
      tests:
        - name: it answers
          answers: { call: { output: { status: 200 } } }
        - name: it is over
          answers: { call: { output: { status: 200 } } }
          expect: { status: error }
    `;
    const changes = [{ create: text }, { create: tests, path: 'new.test.yaml' }];
    const both = await shell.call('propose', { path: 'new.yaml', why: 'x', changes, draft: true });
    expect(both.says).toMatchObject({
      tests: { passed: 1, failed: 1, newly_failed: 1 },
      drill: { faults: expect.any(Number), better: 0 },
    });
    expect(both.says['drill']).not.toMatchObject({ worse: 0 });
    expect(both.files).toMatchObject({
      failed_tests: [{ path: 'new.test.yaml', test: 'it is over' }],
      worse_faults: expect.arrayContaining([expect.objectContaining({ path: 'new.yaml', verdict: 'unhandled' })]),
      forecast: ['A run takes at most 20s.'],
    });
    // Without tests, answers are made up.
    const alone = await shell.call('propose', { path: 'new.yaml', why: 'x', changes: [{ create: text }], draft: true });
    expect(alone.says).toMatchObject({ drill: { faults: expect.any(Number) } });
    expect(alone.says).not.toHaveProperty('tests');
  });

  test('says how recorded runs would have gone', async () => {
    const log =
      'tasks:\n  - id: say\n    type: basic\n    use: core:log\n    with: { message: "{{ workflow.input.n }}" }\n';
    shell.write('log.yaml', log);
    for (const name of ['one', 'two']) {
      const args = ['run', 'log.yaml', '--input', '{"n": 7}', '--journal', `${name}.journal`];
      expect((await runInProcess(args, { folder: shell.folder })).code).toBe(0);
    }
    const { says } = await shell.call('outline', { path: 'log.yaml' });
    const args = { path: 'log.yaml', why: 'x', expected: says['hash'], draft: true };
    const named = await shell.call('propose', {
      ...args,
      changes: [{ command: 'setField', task: 'say', field: 'name', value: 'Say' }],
    });
    expect(named.says).toMatchObject({ backtest: { runs: 2, same: 2 } });
    const other = { command: 'setField', task: 'say', field: 'with.message', value: 'other' };
    const changed = await shell.call('propose', { ...args, changes: [other] });
    expect(changed.says).toMatchObject({ backtest: { runs: 2, same: 0, 'another output': 2 } });
    for (let copy = 0; copy < 110; copy += 1) shell.write(`copy-${copy}.journal`, shell.read('one.journal'));
    const many = await shell.call('propose', { ...args, changes: [other] });
    // Most of them are omitted where they take longer than a person would wait.
    expect(many.says).toMatchObject({ backtest: { runs: 100, same: 0, 'another output': 100 } });
  }, 20_000);
});

test('a client that does not wait for answers gets no more than some at a time', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => shell.call('list')));
  const refused = answers.filter(({ codes }) => codes.includes('TOO_MANY_CALLS'));
  expect(refused).toHaveLength(4);
  expect((await shell.call('list')).isError).toBe(false);
});
