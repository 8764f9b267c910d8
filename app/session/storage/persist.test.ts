import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Workspace } from '#engine';
import {
  createStorage,
  type Role,
  StorageFailure,
  type TabsOptions,
  type TextStore,
  type WorkspaceStorage,
} from '../../platform/index.ts';
import { replaceFileText, undo, writeFiles } from '../document/dispatch.ts';
import { removeFile } from '../document/files.ts';
import { readOnlyReason } from '../document/readOnly.ts';
import { INITIAL_STATE, session, update, watch } from '../store/store.ts';
import { collectNotices, textOf } from '../testSession.ts';
import { setVariables } from '../workspace/variables.ts';
import type { Persistence, SharedWorkspace } from './mergeStored.ts';
import { connectStorage } from './persist.ts';

const SEED: Workspace = { files: new Map([['a.yaml', 'tasks: []\n']]), layouts: new Map() };

/** Keeps text in memory, as a browser's local storage does between two pages. */
function memory(): TextStore {
  const map = new Map<string, string>();
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  };
}

interface Page extends Persistence {
  readonly storage: WorkspaceStorage;
  readonly setRole: (role: Role) => void;
  readonly receive: (workspace: Workspace, untrusted?: ReadonlySet<string>) => void;
}

/** The page now open: another one takes its place. */
let present: Persistence | null = null;

/** Opens the app in a page of its own, as far as storage is concerned. */
async function openPage(stash: TextStore, storage = createStorage(), role: Role = 'owner'): Promise<Page> {
  present?.disconnect();
  update(INITIAL_STATE);
  let tabs: TabsOptions<SharedWorkspace> | undefined;
  const persistence = connectStorage({
    storage,
    stash,
    seed: async () => SEED,
    join: (options) => {
      tabs = options;
      queueMicrotask(() => options.onRole(role));
      return { publish: () => undefined, greet: () => undefined, takeOver: () => undefined };
    },
  });
  present = persistence;
  await persistence.ready;
  return {
    ...persistence,
    storage,
    setRole: (next) => tabs?.onRole(next),
    receive: (workspace: Workspace, untrusted = session.getState().document.untrusted) =>
      tabs?.onContent({ workspace, untrusted }),
  };
}

/** Storage whose content is gone at each write, which nothing else has noticed. */
function forgetful(): WorkspaceStorage {
  return {
    ...createStorage(),
    onEnd: () => () => undefined,
    check: async () => 'kept',
    save: () => Promise.reject(new StorageFailure('gone')),
  };
}

/** Storage that is slower than the page lives. */
const never = () => new Promise<void>(() => undefined);

describe('a workspace on this device', () => {
  let stash: TextStore;
  beforeEach(() => {
    stash = memory();
  });
  afterEach(async () => {
    vi.useRealTimers();
    present?.disconnect();
    update(INITIAL_STATE);
    await new Promise((resolve) => {
      indexedDB.deleteDatabase('signalbox-workspace').onsuccess = resolve;
    });
  });

  it('starts with the samples and is found again with every change, settings and variables', async () => {
    const first = await openPage(stash);
    expect(textOf('a.yaml')).toBe('tasks: []\n');
    replaceFileText('a.yaml', 'tasks: [] # changed\n', 'source.type:test');
    expect(session.getState().storage.save.state).toBe('saving');
    setVariables([{ name: 'KEY', value: 's', isSecret: true }]);
    update({ view: { mode: 'split' } });
    expect(await first.flush()).toBe(true);
    expect(session.getState().storage.save.state).toBe('saved');
    await new Promise((resolve) => setTimeout(resolve, 350));

    await openPage(stash);
    expect(textOf('a.yaml')).toBe('tasks: [] # changed\n');
    expect(session.getState()).toMatchObject({
      view: { mode: 'split', direction: 'down' },
      document: { activePath: 'a.yaml' },
    });
    expect(session.getState().workspace.variables).toEqual([{ name: 'KEY', value: 's', isSecret: true }]);
  });

  it('starts with the samples also where the first load takes longer than it takes to look for lost records', async () => {
    const storage = createStorage();
    const claim = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 1600));
      await storage.claim();
    };
    await openPage(stash, { ...storage, claim });
    expect(textOf('a.yaml')).toBe('tasks: []\n');
    expect(session.getState().storage.losses).toEqual(INITIAL_STATE.storage.losses);
  });

  it('stays empty when all files were deleted', async () => {
    const first = await openPage(stash);
    removeFile('a.yaml');
    await first.flush();
    await openPage(stash);
    expect(session.getState().document.workspace.files.size).toBe(0);
  });

  it('keeps what a page that went away could not write', async () => {
    const first = await openPage(stash);
    await first.flush();
    replaceFileText('a.yaml', 'tasks: [] # typed last\n', 'source.type:test');
    const storage = { ...first.storage, save: () => new Promise<void>(() => undefined) };
    const dying = await openPage(stash, storage);
    replaceFileText('a.yaml', 'tasks: [] # never written\n', 'source.type:test');
    dying.leave();

    const next = await openPage(stash);
    expect(textOf('a.yaml')).toBe('tasks: [] # never written\n');
    await next.flush();
    await openPage(memory());
    expect(textOf('a.yaml')).toBe('tasks: [] # never written\n');
  });

  it('writes a change again that was taken back after the database answered too late, but had written it', async () => {
    const storage = createStorage();
    let isLate = false;
    const save = async (change: Parameters<WorkspaceStorage['save']>[0]): Promise<void> => {
      await storage.save(change);
      if (isLate) throw new StorageFailure('timeout');
    };
    const page = await openPage(stash, { ...storage, save });
    await page.flush();
    isLate = true;
    writeFiles('source.type:test', [
      { type: 'edit', path: 'a.yaml', edits: [{ start: 0, end: 0, text: '# deleted\n' }] },
      { type: 'create', path: 'b.yaml', text: 'tasks: []\n' },
    ]);
    expect(await page.flush()).toBe(false);
    undo();
    isLate = false;
    expect(await page.flush()).toBe(true);
    await openPage(memory());
    expect([...session.getState().document.workspace.files]).toEqual([['a.yaml', 'tasks: []\n']]);
  });

  it('keeps a setting of the view that a page that went away could not write, until a later one is durable', async () => {
    const storage = createStorage();
    const page = await openPage(stash, { ...storage, saveValue: never });
    update({ view: { mode: 'code', flow: { design: 'down' }, theme: 'dark' } });
    page.leave();

    const second = await openPage(stash);
    expect(session.getState().view).toMatchObject({ mode: 'code', flow: { design: 'down' }, theme: 'dark' });
    update({ view: { mode: 'split' } });
    expect(await second.flush()).toBe(true);

    await openPage(stash);
    expect(session.getState().view).toMatchObject({ mode: 'split', theme: 'dark' });
  });

  it('says so where local storage takes nothing, and keeps the files all the same', async () => {
    const full: TextStore = {
      ...memory(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    const page = await openPage(full);
    await expect
      .poll(() => session.getState().storage.losses)
      .toMatchObject([
        { store: 'page', message: expect.stringContaining('in the last second before a tab is closed') },
      ]);
    replaceFileText('a.yaml', 'tasks: [] # kept\n', 'source.type:test');
    expect(await page.flush()).toBe(true);
    await openPage(memory());
    expect(textOf('a.yaml')).toBe('tasks: [] # kept\n');
  });

  it('sets text that another tab has overtaken beside the newer one', async () => {
    const notices = collectNotices();
    const first = await openPage(stash);
    await first.flush();
    const mute = { ...first.storage, save: () => new Promise<void>(() => undefined) };
    const dying = await openPage(stash, mute);
    replaceFileText('a.yaml', 'old page\n', 'source.type:test');
    dying.leave();
    const other = await openPage(memory());
    replaceFileText('a.yaml', 'newer page\n', 'source.type:test');
    await other.flush();

    await openPage(stash);
    expect(textOf('a.yaml')).toBe('newer page\n');
    expect(textOf('a-recovered.yaml')).toBe('old page\n');
    expect(notices.some(({ message }) => message.includes('a-recovered.yaml'))).toBe(true);
  });

  it('is read-only in a tab that follows, and shows what the owner does', async () => {
    await openPage(stash);
    const follower = await openPage(stash, createStorage(), 'follower');
    expect(readOnlyReason()).not.toBeNull();
    expect(replaceFileText('a.yaml', 'x', 'source.type:test')).toBe(false);
    follower.receive({ files: new Map([['a.yaml', 'live\n']]), layouts: new Map() });
    expect(textOf('a.yaml')).toBe('live\n');
  });

  it('refuses the writes of a tab whose workspace was taken over', async () => {
    const first = await openPage(stash);
    await first.flush();
    await createStorage().claim();
    replaceFileText('a.yaml', 'too late\n', 'source.type:test');
    expect(await first.flush()).toBe(false);
    expect(session.getState().storage.save.state).toBe('failed');
    await openPage(memory());
    expect(textOf('a.yaml')).toBe('tasks: []\n');
  });

  it('works on without storage, says so, and never writes over what it could not read', async () => {
    let writes = 0;
    const blocked: WorkspaceStorage = {
      ...createStorage(),
      load: () => Promise.reject(new StorageFailure('unavailable')),
      save: async () => {
        writes += 1;
      },
    };
    const page = await openPage(stash, blocked);
    expect(textOf('a.yaml')).toBe('tasks: []\n');
    expect(session.getState().storage.save.state).toBe('failed');
    // Longer than typing rests before it is written.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    expect(replaceFileText('a.yaml', 'still works\n', 'source.type:test')).toBe(true);
    await vi.advanceTimersByTimeAsync(2000);
    vi.useRealTimers();
    expect(writes).toBe(0);
    await page.flush();
    expect(writes).toBe(0);
    expect(session.getState().storage.save.state).toBe('failed');
  });

  it('writes everything again where the next write is the first to find nothing stored', async () => {
    const page = await openPage(stash, forgetful());
    replaceFileText('a.yaml', 'tasks: [] # kept\n', 'source.type:test');
    expect(await page.flush()).toBe(true);
    expect(session.getState().storage.save.state).toBe('saved');
    expect(session.getState().storage.losses.map(({ store }) => store)).toEqual(['workspace']);
    await openPage(memory());
    expect(textOf('a.yaml')).toBe('tasks: [] # kept\n');
  });

  it('writes nothing again that another tab has by now', async () => {
    const page = await openPage(stash, forgetful());
    await page.flush();
    await createStorage().claim();
    replaceFileText('a.yaml', 'too late\n', 'source.type:test');
    expect(await page.flush()).toBe(false);
    expect(session.getState().storage.save.state).toBe('failed');
    await openPage(memory());
    expect(textOf('a.yaml')).toBe('tasks: []\n');
  });

  it('writes everything again into a database that was deleted, and says saved only then', async () => {
    const first = await openPage(stash);
    replaceFileText('a.yaml', 'tasks: [] # kept\n', 'source.type:test');
    setVariables([{ name: 'REGION', value: 'eu', isSecret: false }]);
    await first.flush();
    const states: string[] = [];
    const stop = watch(
      ({ storage: { save } }) => save.state,
      (state) => states.push(state),
    );
    await deleteStored();
    await expect.poll(() => session.getState().storage.save.state).toBe('saved');
    stop();
    expect(states[0]).toBe('failed');
    expect(session.getState().storage.losses.map(({ store }) => store)).toEqual(['workspace']);
    expect(session.getState().storage.losses[0]?.message).not.toMatch(/another tab/i);
    await openPage(memory());
    expect(textOf('a.yaml')).toBe('tasks: [] # kept\n');
    expect(session.getState().workspace.variables).toEqual([{ name: 'REGION', value: 'eu', isSecret: false }]);
  });

  it('knows whether all of it is stored, whoever deleted it', async () => {
    const { storage, flush } = await openPage(stash);
    await flush();
    expect(await storage.check(1)).toBe('kept');
    await changeStored((files) => files.delete('a.yaml'));
    expect(await storage.check(1)).toBe('lost');
    const other = await openPage(memory());
    await other.flush();
    await changeStored((_, values) => values.clear());
    expect(await other.storage.check(0)).toBe('lost');
  });

  it('a tab that followed keeps the workspace when its owner and the database are gone', async () => {
    const first = await openPage(stash);
    await first.flush();
    const follower = await openPage(stash, createStorage(), 'follower');
    follower.receive({ files: new Map([['live.yaml', 'live\n']]), layouts: new Map() });
    await deleteStored();
    follower.setRole('owner');
    await expect.poll(() => session.getState().storage.save.state).toBe('saved');
    await openPage(memory());
    expect([...session.getState().document.workspace.files]).toEqual([['live.yaml', 'live\n']]);
  });

  it('sets what was made without storage beside what is found once it can be read', async () => {
    const first = await openPage(stash);
    replaceFileText('a.yaml', 'stored\n', 'source.type:test');
    await first.flush();
    let isBlocked = true;
    const storage = createStorage();
    const blocked: WorkspaceStorage = {
      ...storage,
      load: () => (isBlocked ? Promise.reject(new StorageFailure('unavailable')) : storage.load()),
    };
    const page = await openPage(stash, blocked);
    replaceFileText('a.yaml', 'made meanwhile\n', 'source.type:test');
    expect(await page.flush()).toBe(false);
    isBlocked = false;
    expect(await page.flush()).toBe(true);
    await openPage(memory());
    expect(textOf('a.yaml')).toBe('stored\n');
    expect(textOf('a-recovered.yaml')).toBe('made meanwhile\n');
  });

  it('keeps what was typed while an earlier text was being written, as the page goes away or another tab writes', async () => {
    for (const end of ['leave', 'follow'] as const) {
      const storage = createStorage();
      const { until, release } = gate();
      const save = (change: Parameters<WorkspaceStorage['save']>[0]): Promise<void> =>
        until.then(() => storage.save(change));
      await (await openPage(stash)).flush();
      const page = await openPage(stash, { ...storage, save });
      replaceFileText('a.yaml', `first, ${end}\n`, 'source.type:test');
      const writing = page.flush();
      replaceFileText('a.yaml', `second, ${end}\n`, 'source.type:test');
      if (end === 'leave') page.leave();
      else page.setRole('follower');
      // The page is gone before it can write again.
      page.disconnect();
      release();
      await writing;
      await openPage(stash);
      expect(textOf('a.yaml')).toBe(`second, ${end}\n`);
    }
  });

  it('shows nothing that it loaded for a role that it no longer has', async () => {
    const storage = createStorage();
    const gates = [gate(), gate(), gate()];
    let count = 0;
    const load = async () => {
      count += 1;
      const found = await storage.load();
      await gates[count - 1]?.until;
      return found;
    };
    gates[0]?.release();
    const page = await openPage(stash, { ...storage, load });
    await page.flush();
    page.setRole('follower');
    page.setRole('owner');
    gates[1]?.release();
    await new Promise((resolve) => setTimeout(resolve));
    // What is typed before the second load is there would be replaced by that.
    expect(replaceFileText('a.yaml', 'typed\n', 'source.type:test')).toBe(false);
    gates[2]?.release();
    await expect.poll(() => readOnlyReason()).toBeNull();
  });

  it('is not called saved while a variable cannot be written', async () => {
    const storage = createStorage();
    let isFull = true;
    const full: WorkspaceStorage = {
      ...storage,
      saveValue: (key, value) =>
        isFull && key === 'variables' ? Promise.reject(new StorageFailure('quota')) : storage.saveValue(key, value),
    };
    const page = await openPage(stash, full);
    setVariables([{ name: 'REGION', value: 'eu', isSecret: false }]);
    expect(await page.flush()).toBe(false);
    replaceFileText('a.yaml', 'tasks: [] # more\n', 'source.type:test');
    await page.flush();
    expect(session.getState().storage.save.state).toBe('failed');
    isFull = false;
    expect(await page.flush()).toBe(true);
    expect(session.getState().storage.save.state).toBe('saved');
  });

  it('knows what is not trusted whenever it has the text: after a page that went away, and from another tab', async () => {
    await (await openPage(stash)).flush();
    const dying = await openPage(stash, { ...createStorage(), save: never, saveValue: never });
    writeFiles('files.import', [{ type: 'create', path: 'in.yaml', text: 'in\n' }]);
    dying.leave();
    await openPage(stash);
    expect(textOf('in.yaml')).toBe('in\n');
    expect([...session.getState().document.untrusted]).toEqual(['in.yaml']);
    const page = await openPage(memory(), createStorage(), 'follower');
    page.receive({ files: new Map([['other.yaml', 'x\n']]), layouts: new Map() }, new Set(['other.yaml']));
    expect([...session.getState().document.untrusted]).toEqual(['other.yaml']);
  });
});

/** What is waited for, and what ends that. */
function gate(): { readonly until: Promise<void>; readonly release: () => void } {
  const ends: (() => void)[] = [];
  return { until: new Promise((resolve) => ends.push(resolve)), release: () => ends[0]?.() };
}

/** Changes what is stored, as the devtools do. */
function changeStored(change: (files: IDBObjectStore, values: IDBObjectStore) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('signalbox-workspace');
    opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')));
    opening.addEventListener('success', () => {
      const changing = opening.result.transaction(['files', 'values'], 'readwrite');
      change(changing.objectStore('files'), changing.objectStore('values'));
      changing.addEventListener('complete', () => {
        opening.result.close();
        resolve();
      });
    });
  });
}

function deleteStored(): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase('signalbox-workspace');
    request.addEventListener('success', () => resolve());
    request.addEventListener('blocked', () => reject(new Error('a connection was left open')));
  });
}
