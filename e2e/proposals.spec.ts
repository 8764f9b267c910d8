import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { card, downloadText } from './app.ts';
import { expect } from './fixtures.ts';
import { named, openServed, savedMark, test } from './open.ts';
import { command } from './runs.ts';
import { nameFirst } from './twoTasks.ts';

/** What a tool answered, as far as it is of use here. */
interface Says {
  readonly hash?: string;
}

test('what an agent proposes is drawn while a person edits, who takes half of it and may undo that', async ({
  page,
  flows,
}) => {
  await openServed(page, flows);
  const client = new Client({ name: 'helper', version: '1' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [flows.program, 'mcp', flows.folder] }),
  );
  const call = async (name: string, args: Record<string, unknown>): Promise<Says> => {
    const { content } = await client.callTool({ name, arguments: args });
    const [part] = content as readonly { readonly text: string }[];
    return JSON.parse(part?.text ?? '{}') as Says;
  };
  const { hash } = await call('outline', { path: 'one.yaml' });
  await nameFirst(page, 'Mine');
  const changes = [
    { command: 'setField', task: 'a', field: 'with', value: { within: '5s' } },
    { command: 'addTask', id: 'tell', type: 'basic', use: 'core:log', after: 'a', via: 'on_error' },
  ];
  await call('propose', { path: 'one.yaml', expected: hash, why: 'A failure ends it without a word.', changes });

  const chip = page
    .getByRole('banner')
    .getByRole('button', { name: '2 proposed changes from helper: A failure ends it without a word.' });
  // Ten times what is promised on a machine that does nothing else (bench/rows/proposals.ts).
  await expect(chip).toBeVisible({ timeout: 3_000 });
  await chip.click();
  const panel = page.getByRole('region', { name: 'Proposed changes' });
  const proposal = panel.getByRole('article', { name: 'Proposal of helper' });
  await expect(proposal.getByText('No new problems.')).toBeVisible();
  await expect(card(page, 'a').getByRole('img', { name: /^Proposed: / })).toBeVisible();

  await proposal.getByRole('button', { name: 'Compare change 2 with the current text' }).click();
  const comparison = page.getByRole('dialog', { name: 'Proposed change of one.yaml next to the current text' });
  await expect(comparison.getByText('Difference 1 of 1')).toBeVisible();
  await comparison.getByRole('button', { name: 'Close the comparison' }).click();

  await proposal.getByRole('button', { name: 'Accept change 2' }).click();
  await expect(card(page, 'tell')).toBeVisible();
  await expect(
    proposal.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Accept/ }) }),
  ).toHaveCount(1);
  const taken = await downloadText(page);
  expect(taken).toContain('name: Mine');
  expect(taken).not.toContain('5s');

  await page.keyboard.press('ControlOrMeta+z');
  await expect(card(page, 'tell')).toHaveCount(0);
  expect(await downloadText(page)).toBe(named('Mine'));
  await expect(proposal.getByRole('button', { name: 'Accept change 2' })).toBeVisible();

  await proposal.getByRole('button', { name: 'Reject all' }).click();
  await expect(panel.getByText('Nothing is proposed')).toBeVisible();
  await expect(chip).toHaveCount(0);
  await expect(savedMark(page, flows)).toHaveCount(0);

  await panel
    .getByRole('switch', { name: 'Automatically accept proposals that pass all tests and add no problems' })
    .click();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(savedMark(page, flows)).toBeVisible();
  flows.write('one.test.yaml', 'tests:\n  - name: it works\n    expect: { status: success }\n');
  const now = await call('outline', { path: 'one.yaml' });
  const proven = [{ command: 'addTask', id: 'tell', type: 'basic', use: 'core:log', after: 'a', via: 'on_error' }];
  await call('propose', { path: 'one.yaml', expected: now.hash, why: 'Tell of it.', changes: proven });
  const accepted = page.getByText('Accepted automatically, with no new problem and all tests passing');
  await expect(accepted).toBeVisible();
  await expect(card(page, 'tell')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect(card(page, 'tell')).toHaveCount(0);
  await expect(proposal.getByRole('button', { name: 'Accept it' })).toBeVisible();
  await client.close();
});

test('tools over HTTP and an open app work on one folder, with all that an inspector asks for', async ({
  page,
  flows,
}) => {
  await openServed(page, flows);
  const served = spawn(process.execPath, [flows.program, 'mcp', flows.folder, '--port', '0']);
  try {
    const client = new Client({ name: 'inspector', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(await addressOf(served)));
    await client.ping();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('propose');
    const { resources } = await client.listResources();
    expect(resources.map(({ name }) => name)).toContain('one.yaml');
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toContain('fix-problems');
    const ask = async (name: string, args: Record<string, unknown>): Promise<Says> => {
      const { content } = await client.callTool({ name, arguments: args });
      const [part] = content as readonly { readonly text: string }[];
      return JSON.parse(part?.text ?? '{}') as Says;
    };
    const { hash } = await ask('outline', { path: 'one.yaml' });
    const changes = [{ command: 'setField', task: 'a', field: 'description', value: 'Seen' }];
    await ask('propose', { path: 'one.yaml', expected: hash, why: 'So that it is said.', changes });
    await page
      .getByRole('banner')
      .getByRole('button', { name: '1 proposed change from inspector: So that it is said.' })
      .click();
    const proposal = page.getByRole('region', { name: 'Proposed changes' }).getByRole('article');
    await proposal.getByRole('button', { name: 'Accept it' }).click();
    await expect(proposal).toHaveCount(0);
    expect(await downloadText(page)).toContain('description: Seen');
    await client.close();
  } finally {
    served.kill();
  }
});

/** Where a program says that it serves its tools. */
async function addressOf(served: ChildProcessWithoutNullStreams): Promise<URL> {
  let said = '';
  for await (const chunk of served.stdout) {
    const [, address] = / is served at (\S+)\n/u.exec((said += String(chunk))) ?? [];
    if (address !== undefined) return new URL(address);
  }
  throw new Error(`It ended: ${said}`);
}

test('what a branch changes is looked at as a proposal, and accepted in one step', async ({ page, flows }) => {
  const git = (...command: readonly string[]): void => {
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...command], { cwd: flows.folder });
  };
  git('init', '-qb', 'main');
  git('add', '-A');
  git('commit', '-qm', 'First');
  git('checkout', '-qb', 'quick');
  flows.write('one.yaml', named('Theirs'));
  git('commit', '-qam', 'Name it');
  git('checkout', '-q', 'main');
  await openServed(page, flows);
  await command(page, 'Proposed changes');
  const panel = page.getByRole('region', { name: 'Proposed changes' });
  await panel.getByRole('combobox', { name: 'Propose changes from a branch' }).click();
  await page.getByRole('option', { name: 'quick' }).click();
  const proposal = panel.getByRole('article', { name: 'Proposal of branch quick' });
  await proposal.getByRole('button', { name: 'Accept it' }).click();
  expect(await downloadText(page)).toBe(named('Theirs'));
  await page.keyboard.press('ControlOrMeta+z');
  expect(await downloadText(page)).not.toContain('Theirs');
});
