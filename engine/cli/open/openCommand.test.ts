import type { ChildProcess } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Shell } from '../testing.ts';

let shell: Shell;
beforeAll(() => {
  shell = new Shell();
  // The app is beside the folder of the program.
  shell.write('dist/index.html', '<html><head></head></html>');
  shell.write('dist/_headers', '/\n  Policy: page\n');
  shell.write('flows/one.yaml', 'tasks: []\n');
}, 60_000);
afterAll(() => shell.remove());

/** Ends the program once it has printed an address, and `work` was done with that. */
function whenOpen(work: (address: URL) => Promise<void>, signal: NodeJS.Signals = 'SIGINT') {
  return (child: ChildProcess): void => {
    let out = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      const [address] = /http:\S+(?=\n)/.exec(out) ?? [];
      if (address === undefined) return;
      out = '';
      void work(new URL(address)).finally(() => child.kill(signal));
    });
  };
}

test.each(['SIGINT', 'SIGTERM'] as const)('serves the folder until %s, and ends cleanly', async (signal) => {
  let listing: unknown = null;
  const onStart = whenOpen(async (address) => {
    const page = await fetch(new URL('/', address));
    expect(await page.text()).toContain('signalbox-folder');
    expect(page.headers.get('policy')).toBe('page');
    const body = JSON.stringify({ token: address.hash.slice('#token='.length) });
    const { key } = await (await fetch(new URL('/api/session', address), { method: 'POST', body })).json();
    const headers = { Authorization: `Bearer ${key}` };
    listing = await (await fetch(new URL('/api/folder', address), { headers })).json();
    // A question that waits for changes does not hold up the end.
    void fetch(new URL('/api/folder/changes?since=0', address), { headers }).catch(() => null);
  }, signal);
  const ended = await shell.run(['open', 'flows', '--no-open', '--port', '0'], { onStart });
  expect(ended).toMatchObject({
    code: 0,
    out: expect.stringContaining(`${path.sep}flows is open at http://127.0.0.1:`),
  });
  expect(listing).toMatchObject({ name: 'flows', paths: ['one.yaml'] });
});

test('without a word the current folder is opened, and shown in the browser', async () => {
  const note = path.join(shell.folder, 'note.txt');
  shell.write('browser.sh', `#!/bin/sh\necho "$1" > ${note}.part && mv ${note}.part ${note}\n`);
  chmodSync(path.join(shell.folder, 'browser.sh'), 0o755);
  let shown = '';
  const onStart = whenOpen(async (address) => {
    await expect.poll(() => (shown = readNote(note)), { timeout: 30_000 }).toBe(`${address}\n`);
  });
  const env = { BROWSER: path.join(shell.folder, 'browser.sh') };
  const ended = await shell.run([], { folder: 'flows', env, onStart });
  expect(ended).toMatchObject({ code: 0, out: expect.stringContaining(`flows is open at ${shown.trim()}`) });
});

function readNote(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function endWithoutBrowser(child: ChildProcess): void {
  child.stderr?.on('data', (chunk: Buffer) => {
    if (chunk.toString().includes('No browser could be opened.')) child.kill('SIGINT');
  });
}

test('a browser that cannot be found is said, with what to do', async () => {
  const ended = await shell.run(['open', 'flows'], {
    env: { BROWSER: '/no/such/browser' },
    onStart: endWithoutBrowser,
  });
  expect(ended).toMatchObject({ code: 0, error: expect.stringContaining('Open the address above yourself.') });
});

test.each([
  [['open', 'none'], 'There is no folder'],
  [['open', 'flows/one.yaml'], 'is a file'],
])('%j cannot begin, and says why', async (args, message) => {
  expect(await shell.run(args)).toMatchObject({ code: 2, out: '', error: expect.stringContaining(message) });
});
