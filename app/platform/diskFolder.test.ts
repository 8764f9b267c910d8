import { beforeEach, describe, expect, it } from 'vitest';
import { toFolder } from './diskFolder.ts';

/** What the browser does with the folder. */
interface Disk {
  permission: string;
  isGone: boolean;
  /** The error of each look; null: it works. */
  fault: string | null;
  /** The error of each write; null: it works. */
  refusal: string | null;
  readonly files: Map<string, string>;
  readonly ended: string[];
}

function refuse(name: string): Promise<never> {
  return Promise.reject(new DOMException('no', name));
}

/** A directory of the browser that has files, and no directories, below it. */
function handleOf(disk: Disk): FileSystemDirectoryHandle {
  const handle = {
    name: 'flows',
    queryPermission: async () => disk.permission,
    requestPermission: async () => (disk.permission = 'granted'),
    keys: () => ({
      next: () => {
        const fault = disk.isGone ? 'NotFoundError' : disk.fault;
        return fault === null ? Promise.resolve({ done: true }) : refuse(fault);
      },
    }),
    removeEntry: async (name: string) => void disk.files.delete(name),
    getFileHandle: async (name: string, options?: { readonly create?: boolean }) => {
      if (options?.create !== true && !disk.files.has(name)) return refuse('NotFoundError');
      // The browser makes it at once, empty.
      if (!disk.files.has(name)) disk.files.set(name, '');
      return {
        getFile: async () => new Blob([disk.files.get(name) ?? '']),
        createWritable: async () => {
          let written = '';
          return {
            write: async (text: string) => {
              if (disk.refusal !== null) return refuse(disk.refusal);
              written = text;
            },
            close: async () => void disk.files.set(name, written),
            abort: async () => void disk.ended.push(name),
          };
        },
      };
    },
  };
  return handle as unknown as FileSystemDirectoryHandle;
}

describe('a folder of the disk', () => {
  let disk: Disk;
  beforeEach(() => {
    disk = {
      permission: 'granted',
      isGone: false,
      fault: null,
      refusal: null,
      files: new Map([['one.yaml', 'id: a\n']]),
      ended: [],
    };
  });

  it('says whether it is there and may be written; leave that was taken is given again when it is asked for', async () => {
    const folder = toFolder(handleOf(disk));
    expect(await folder.check()).toBe('fine');
    disk.permission = 'prompt';
    expect(await folder.check()).toBe('denied');
    expect(await folder.allow()).toBe(true);
    expect(await folder.check()).toBe('fine');
    disk.isGone = true;
    expect(await folder.check()).toBe('gone');
  });

  it.each([
    ['NotFoundError', 'gone'],
    ['NotAllowedError', 'denied'],
    ['SecurityError', 'denied'],
    ['NotReadableError', 'unreadable'],
    ['UnknownError', 'unreadable'],
  ])('whose look fails with %s is %s', async (fault, found) => {
    disk.fault = fault;
    expect(await toFolder(handleOf(disk)).check()).toBe(found);
  });

  it('has no new file where its disk is full, and all others as they were', async () => {
    disk.refusal = 'QuotaExceededError';
    const folder = toFolder(handleOf(disk));
    await expect(folder.writeFile('new.yaml', 'id: b\n')).rejects.toThrow('the disk has no room left');
    expect([...disk.files]).toEqual([['one.yaml', 'id: a\n']]);
    await expect(folder.writeFile('one.yaml', '')).rejects.toThrow('the disk has no room left');
    expect([...disk.files]).toEqual([['one.yaml', 'id: a\n']]);
    disk.refusal = null;
    await folder.writeFile('new.yaml', 'id: b\n');
    expect(disk.files.get('new.yaml')).toBe('id: b\n');
  });

  it.each([
    ['QuotaExceededError', 'the disk has no room left. Free some space and save again.'],
    ['NotAllowedError', 'the browser no longer lets the page use the folder. Reconnect it and save again.'],
    ['NoModificationAllowedError', 'another program holds it, or it is write-protected.'],
    ['UnknownError', 'the browser refused. Check the folder on the disk and save again.'],
  ])('leaves a file as it was where a write is refused with %s, and says which and why', async (name, why) => {
    disk.refusal = name;
    const folder = toFolder(handleOf(disk));
    await expect(folder.writeFile('one.yaml', 'id: b\n')).rejects.toThrow(`one.yaml could not be written: ${why}`);
    expect([disk.files.get('one.yaml'), disk.ended]).toEqual(['id: a\n', ['one.yaml']]);
    disk.refusal = null;
    await folder.writeFile('one.yaml', 'id: b\n');
    expect(disk.files.get('one.yaml')).toBe('id: b\n');
  });

  it('that is gone is not made again, empty; and its files are not taken for ones that were removed', async () => {
    const folder = toFolder(handleOf(disk));
    expect(await folder.readFile('none.yaml')).toBeNull();
    disk.isGone = true;
    disk.files.clear();
    await expect(folder.writeFile('one.yaml', 'id: b\n')).rejects.toThrow('the folder is gone from the disk');
    expect(disk.files.size).toBe(0);
    await expect(folder.readFile('one.yaml')).rejects.toThrow('the folder is gone from the disk');
  });
});
