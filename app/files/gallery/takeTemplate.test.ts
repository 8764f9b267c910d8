import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Template } from '../../platform/index.ts';
import { undo } from '../../session/index.ts';
import { session } from '../../session/store/store.ts';
import { resetSession } from '../../session/testSession.ts';
import { takeTemplate } from './takeTemplate.ts';

const templates: readonly Template[] = JSON.parse(readFileSync('public/templates/index.json', 'utf8'));
const textOf = (name: string): string => readFileSync(`public/templates/${name}`, 'utf8');

function find(id: string): Template {
  const found = templates.find((template) => template.id === id);
  if (found === undefined) throw new RangeError(id);
  return found;
}

const files = (): ReadonlyMap<string, string> => session.getState().document.workspace.files;

describe('a template', () => {
  beforeEach(() => {
    vi.stubGlobal('document', { baseURI: 'http://app/' });
    vi.stubGlobal('fetch', async (url: URL) => new Response(readFileSync(`public${url.pathname}`, 'utf8')));
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is copied with its tests and opened, and undo takes both away', async () => {
    resetSession({ 'a.yaml': 'tasks: []\n' });
    expect(await takeTemplate(find('poll-job'))).toEqual({
      workflow: 'poll-job.yaml',
      tests: 'poll-job.test.yaml',
      isNew: true,
    });
    expect(session.getState().document).toMatchObject({ activePath: 'poll-job.yaml' });
    expect([...session.getState().document.untrusted]).toEqual([]);
    expect([...files()].slice(1)).toEqual([
      ['poll-job.yaml', textOf('poll-job.yaml')],
      ['poll-job.test.yaml', textOf('poll-job.test.yaml')],
    ]);
    undo();
    expect([...files().keys()]).toEqual(['a.yaml']);
  });

  it('writes over nothing: where one name is taken all of its files have a number, and name each other by it', async () => {
    resetSession({ 'onboard-one.test.yaml': 'mine\n', 'onboard-customers-2.yaml': 'mine too\n' });
    const taken = await takeTemplate(find('onboard-customers'));
    expect(taken).toEqual({
      workflow: 'onboard-customers-3.yaml',
      tests: 'onboard-customers-3.test.yaml',
      isNew: true,
    });
    expect(files().get('onboard-one.test.yaml')).toBe('mine\n');
    expect(files().get('onboard-customers-2.yaml')).toBe('mine too\n');
    expect([...files().keys()].slice(2)).toEqual([
      'onboard-customers-3.yaml',
      'onboard-customers-3.test.yaml',
      'onboard-one-3.yaml',
      'onboard-one-3.test.yaml',
    ]);
    expect(files().get('onboard-customers-3.yaml')).toContain('file: onboard-one-3.yaml,');
    expect(files().get('onboard-customers-3.test.yaml')).toContain('file: onboard-one-3.yaml,');
  });

  it('that is here unchanged is only opened', async () => {
    resetSession({});
    await takeTemplate(find('poll-job'));
    expect(await takeTemplate(find('poll-job'))).toMatchObject({ workflow: 'poll-job.yaml', isNew: false });
    expect(files().size).toBe(2);
  });

  it('that cannot be fetched leaves all as it is', async () => {
    resetSession({});
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
    await expect(takeTemplate(find('poll-job'))).rejects.toThrow('could not be fetched');
    expect(files().size).toBe(0);
  });
});
