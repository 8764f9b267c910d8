import { beforeEach, describe, expect, it, vi } from 'vitest';
import { onNotice } from '../store/notices.ts';
import { session } from '../store/store.ts';
import { resetSession } from '../testSession.ts';
import { followExample } from './followExample.ts';

const TEXT = 'tasks: [{ id: a, type: basic }]\n';

/** Follows an address; answers once what it reads was read. */
async function follow(hash: string, read = vi.fn<(name: string) => Promise<string>>(async () => TEXT)) {
  followExample({ read: () => hash, onGo: () => () => undefined }, read);
  await Promise.allSettled(read.mock.results.map(({ value }) => value));
  return read;
}

const paths = () => [...session.getState().document.workspace.files.keys()];

describe('an address that asks for an example of the docs', () => {
  beforeEach(() => resetSession({ 'mine.yaml': 'tasks: []\n' }));

  it('opens it as a file of its own, once', async () => {
    await follow('#/?example=format-3');
    expect(session.getState().document.activePath).toBe('format-3.yaml');
    expect(session.getState().document.workspace.files.get('format-3.yaml')).toBe(TEXT);
    await follow('#/?example=format-3');
    expect(paths()).toEqual(['mine.yaml', 'format-3.yaml']);
  });

  it('keeps a file of that name that is another one', async () => {
    resetSession({ 'format-3.yaml': 'tasks: []\n' });
    await follow('#/?example=format-3');
    expect(paths()).toEqual(['format-3.yaml', 'format-3-2.yaml']);
    expect(session.getState().document.workspace.files.get('format-3.yaml')).toBe('tasks: []\n');
  });

  it('does not trust it', async () => {
    const reaching = 'tasks: [{ id: a, type: basic, use: core:http, with: { url: https://example.com } }]\n';
    await follow(
      '#/?example=format-3',
      vi.fn<(name: string) => Promise<string>>(async () => reaching),
    );
    expect([...session.getState().document.untrusted]).toEqual(['format-3.yaml']);
  });

  it('says why it cannot be opened', async () => {
    const notices = vi.fn<(notice: { message: string }) => void>();
    const stop = onNotice(notices);
    await follow(
      '#/?example=format-3',
      vi.fn<(name: string) => Promise<string>>(async () => {
        throw new Error('It is not there.');
      }),
    );
    stop();
    expect(notices).toHaveBeenCalledWith(expect.objectContaining({ message: 'It is not there.' }));
    expect(paths()).toEqual(['mine.yaml']);
  });

  it.each(['', '#/', '#/a.yaml?run=r1', '#example=format-3', '#/?example=../secret', '#/?example=http%3A%2F%2Fx'])(
    'asks for none: %s',
    async (hash) => {
      expect(await follow(hash)).not.toHaveBeenCalled();
    },
  );
});
