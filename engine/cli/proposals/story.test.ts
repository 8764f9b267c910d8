import { expect, test } from 'vitest';
import { ownText } from '../../author/index.ts';
import { McpShell } from '../mcp/testing.ts';
import { runInProcess } from '../testing.ts';

const TEXT = `# Orders of the shop
tasks:
  - id: fetch   # flaky
    type: basic
    use: core:http
    with: { url: "https://api.example.com/orders" }
    on_success: { next: store }

  - id: store
    type: basic
    use: core:log
`;

test('an agent proposes an error route while a person edits, who takes half of it and keeps all that they wrote', async () => {
  const shell = new McpShell();
  shell.write('orders.yaml', TEXT);
  await shell.connect();
  const { says } = await shell.call('outline', { path: 'orders.yaml' });
  const changes = [
    { command: 'addTask', id: 'tell', type: 'basic', use: 'core:log', after: 'fetch', via: 'on_error' },
    { command: 'setField', task: 'fetch', field: 'config.timeout', value: '20s' },
    { command: 'setField', task: 'store', field: 'with', value: { message: 'stored' } },
  ];
  const why = 'A failed fetch ends the run without a word.';
  const proposed = await shell.call('propose', { path: 'orders.yaml', expected: says['hash'], why, changes });
  expect(proposed.says).toMatchObject({ applied: false, changes: [{ index: 0 }, { index: 1 }, { index: 2 }] });

  const edited = TEXT.replace('# Orders of the shop', '# Orders of the shop, for Ada').replace(
    '    use: core:log\n',
    '    use: core:log\n    with: { message: mine }\n',
  );
  shell.write('orders.yaml', edited);
  const { folder } = shell;
  const id = ownText(proposed.says, 'proposal');
  const taken = await runInProcess(['proposals', '--accept', id, '--only', '1'], { folder });
  expect(taken.error).toContain('Change 3 no longer applies: “orders.yaml” was changed meanwhile');
  const after = shell.read('orders.yaml');
  expect(after).toContain('# Orders of the shop, for Ada\n');
  expect(after).toContain('with: { message: mine }\n');
  expect(after).toContain('    on_error:\n      next: tell\n');
  expect(after).not.toContain('20s');

  expect((await shell.call('diff', { proposal: id })).says).toMatchObject({ changes: 1 });
  expect((await runInProcess(['proposals', '--reject', id], { folder })).code).toBe(0);
  expect((await shell.call('list')).files).toMatchObject({ proposals: [] });
  expect((await runInProcess(['check', 'orders.yaml'], { folder })).code).toBe(0);
  await shell.close();
});
