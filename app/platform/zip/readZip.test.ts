import { describe, expect, test } from 'vitest';
import { readZip, ZipError } from './readZip.ts';
import { CENTRAL, END, LIMITS, LOCAL, writeZip } from './writeZip.ts';

const MOST = 1024 * 1024;
const TEXTS = new Map([
  ['b/z.yaml', '\uFEFFtasks: []\r\n# ä €\n'],
  ['a.yaml', ''],
  ['b/a.layout.json', '{}'],
]);

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
const reads = async (bytes: Uint8Array<ArrayBuffer>) => readZip(new Blob([bytes]), MOST);

/** An archive of some paths with one text, changed before it is read. */
async function make(
  paths: readonly string[],
  change: (view: DataView<ArrayBuffer>, places: { readonly end: number; readonly directory: number }) => void,
  text = 'tasks: []\n',
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await bytesOf(writeZip(new Map(paths.map((path) => [path, text]))));
  const view = new DataView(bytes.buffer);
  const end = find(view, END.sign);
  change(view, { end, directory: view.getUint32(end + 16, true) });
  return bytes;
}

function find(view: DataView, sign: number): number {
  for (let at = 0; at < view.byteLength - 3; at++) if (view.getUint32(at, true) === sign) return at;
  throw new Error('There is no such record.');
}

/** The text in place of another of the same length, wherever it is. */
function rename(bytes: Uint8Array<ArrayBuffer>, from: string, to: string, most = 2): Uint8Array<ArrayBuffer> {
  const all = Buffer.from(bytes);
  let at = all.indexOf(from);
  for (let count = 0; at >= 0 && count < most; count++) {
    all.write(to, at);
    at = all.indexOf(from, at + 1);
  }
  return new Uint8Array(all);
}

async function deflate(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return bytesOf(await new Response(stream).blob());
}

/** An archive as other programs make them: one file, deflated; `said` is the size that the directory has. */
async function makeDeflated(text: string, said = text.length): Promise<Uint8Array<ArrayBuffer>> {
  const packed = await deflate(text);
  const stored = await make(['a.yaml'], () => undefined, text);
  const from = new DataView(stored.buffer);
  const headLength = LOCAL.length + 'a.yaml'.length;
  const directory = stored.slice(headLength + text.length);
  const bytes = new Uint8Array([...stored.slice(0, headLength), ...packed, ...directory]);
  const view = new DataView(bytes.buffer);
  const at = headLength + packed.length;
  expect(from.getUint32(headLength + text.length, true)).toBe(CENTRAL.sign);
  view.setUint16(at + 10, 8, true);
  view.setUint32(at + 20, packed.length, true);
  view.setUint32(at + 24, said, true);
  view.setUint32(find(view, END.sign) + 16, at, true);
  return bytes;
}

test('what was written is read, byte for byte', async () => {
  const { files, isBundle } = await reads(await bytesOf(writeZip(TEXTS)));
  expect(isBundle).toBe(true);
  const texts = [...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString('utf8')]);
  expect(texts).toEqual([...TEXTS].toSorted(([a], [b]) => (a < b ? -1 : 1)));
});

test('the same files make the same bytes, in whatever order they come', async () => {
  const one = await bytesOf(writeZip(TEXTS));
  expect(await bytesOf(writeZip(new Map([...TEXTS].toReversed())))).toEqual(one);
});

test('no archive is made that would not be opened again', () => {
  const many = new Map(Array.from({ length: LIMITS.files + 1 }, (_, index) => [`${index}.yaml`, '']));
  expect(() => writeZip(many)).toThrow(/1001 files/);
});

test('an archive of another program is read', async () => {
  const text = 'tasks: []\n'.repeat(2000);
  const { files } = await reads(await makeDeflated(text));
  expect(Buffer.from(files.get('a.yaml') ?? []).toString()).toBe(text);
});

describe('an archive is refused', () => {
  const refusals: readonly (readonly [string, RegExp, () => Promise<Uint8Array<ArrayBuffer>>])[] = [
    ['that is none', /not a zip archive/, async () => new TextEncoder().encode('tasks: []\n'.repeat(10))],
    ['that is cut off', /not a zip archive/, async () => (await make(['a.yaml'], () => undefined)).slice(0, -5)],
    ...['../a.yaml', '/ab.yaml', 'C:\\a.yaml', 'a/../b.yaml', 'a//b.yaml', './b.yaml', 'a\\b.yaml', 'a\0b.yaml'].map(
      (path) =>
        [
          `with the path ${JSON.stringify(path)}`,
          /not a path inside a folder/,
          () => make([path], () => undefined),
        ] as const,
    ),
    [
      'with a path that comes twice',
      /twice/,
      async () => rename(await make(['one.yaml', 'two.yaml'], () => undefined), 'two.yaml', 'one.yaml'),
    ],
    ['with paths that differ by case alone', /twice/, () => make(['a.yaml', 'A.yaml'], () => undefined)],
    [
      'with paths that differ by composition alone',
      /twice/,
      () => make(['\u00e9.yaml', 'e\u0301.yaml'], () => undefined),
    ],
    [
      'with a file of two names',
      /two names/,
      async () => rename(await make(['one.yaml'], () => undefined), 'one.yaml', 'two.yaml', 1),
    ],
    [
      'with more files than it may have',
      /1001 files/,
      () =>
        make(['a.yaml'], (view, { end }) => {
          for (const place of [8, 10]) view.setUint16(end + place, LIMITS.files + 1, true);
        }),
    ],
    [
      'with a file that says it is too large',
      /a\.yaml” in it has 1\.0 MiB/,
      () => make(['a.yaml'], (view, { directory }) => view.setUint32(directory + 24, MOST + 1, true)),
    ],
    ['that unpacks to more than it says', /more than it says/, () => makeDeflated('0'.repeat(2 * MOST), 1000)],
    ['that unpacks to less than it says', /damaged/, () => makeDeflated('0'.repeat(1000), 1001)],
    [
      'with files that overlap',
      /overlap/,
      () =>
        make(['a.yaml', 'b.yaml'], (view, { directory }) => {
          view.setUint32(directory + 20, 39, true);
          view.setUint32(directory + 24, 39, true);
        }),
    ],
    [
      'with a wrong checksum',
      /damaged/,
      () => make(['a.yaml'], (view, { directory }) => view.setUint32(directory + 16, 1, true)),
    ],
    [
      'that is encrypted',
      /encrypted/,
      () => make(['a.yaml'], (view, { directory }) => view.setUint16(directory + 8, 1, true)),
    ],
    [
      'that is packed in another way',
      /cannot unpack/,
      () => make(['a.yaml'], (view, { directory }) => view.setUint16(directory + 10, 14, true)),
    ],
    ['of several parts', /split archive/, () => make(['a.yaml'], (view, { end }) => view.setUint16(end + 4, 1, true))],
    ['of the kind zip64', /zip64/, () => make(['a.yaml'], (view, { end }) => view.setUint16(end + 10, 0xffff, true))],
    [
      'whose directory is elsewhere',
      /damaged/,
      () => make(['a.yaml'], (view, { end }) => view.setUint32(end + 16, 0xfffffff0, true)),
    ],
    [
      'whose file lies behind its end',
      /damaged/,
      () => make(['a.yaml'], (view, { directory }) => view.setUint32(directory + 42, 0xfffffff0, true)),
    ],
  ];
  test.each(refusals)('%s', async (_what, why, bytes) => {
    const read = reads(await bytes());
    await expect(read).rejects.toThrow(ZipError);
    await expect(read).rejects.toThrow(why);
  });

  test('that unpacks to more than all may, though each file may be that large', async () => {
    const count = LIMITS.unpacked / MOST + 1;
    const paths = Array.from({ length: count }, (_, index) => `${100 + index}.yaml`);
    const bytes = await make(paths, (view, { directory }) => {
      let at = directory;
      for (const path of paths) {
        view.setUint16(at + 10, 8, true);
        view.setUint32(at + 24, MOST, true);
        at += CENTRAL.length + path.length;
      }
    });
    await expect(reads(bytes)).rejects.toThrow(/unpacks to 65 MiB/);
  });
});

test('no archive that differs in a byte brings in other bytes', async () => {
  const whole = await bytesOf(writeZip(TEXTS));
  for (let at = 0; at < whole.length; at++) {
    const changed = whole.slice();
    changed[at] = (changed[at] ?? 0) ^ 0x11;
    const { files } = await reads(changed).catch((error: unknown) => {
      expect(error).toBeInstanceOf(ZipError);
      return { files: new Map<string, Uint8Array>() };
    });
    for (const [path, bytes] of files) {
      const text = TEXTS.get(path);
      if (text !== undefined) expect(Buffer.from(bytes).toString('utf8')).toBe(text);
    }
  }
});
