import { afterEach, describe, expect, it, vi } from 'vitest';
import { layoutNameOf, readFiles } from './files.ts';

async function refusalOf(file: File): Promise<string> {
  const { files, refused } = await readFiles([file]);
  expect(files).toEqual([]);
  return refused[0] ?? '';
}

describe('files a person gives', () => {
  it('are read exactly, with byte order mark and line endings', async () => {
    const { files, refused } = await readFiles([new File(['\uFEFFa: 1\r\nb: ü\n'], 'a.yaml')]);
    expect(files).toEqual([{ name: 'a.yaml', text: '\uFEFFa: 1\r\nb: ü\n', layoutText: null }]);
    expect(refused).toEqual([]);
  });

  it('bring their layout along', async () => {
    const { files } = await readFiles([new File(['{"version":1}'], 'a.layout.json'), new File(['a: 1'], 'a.yml')]);
    expect(files).toEqual([{ name: 'a.yml', text: 'a: 1', layoutText: '{"version":1}' }]);
    expect(layoutNameOf('a.yml')).toBe('a.layout.json');
  });

  it('are refused with a reason when they are binary, not UTF-8, too large, or a layout alone', async () => {
    expect(await refusalOf(new File([new Uint8Array([1, 0, 2])], 'x.png'))).toContain('not text');
    expect(await refusalOf(new File([new Uint8Array([0x61, 0xff, 0xfe])], 'latin.yaml'))).toContain('UTF-8');
    expect(await refusalOf(new File(['x'.repeat(10 * 1024 * 1024 + 1)], 'big.yaml'))).toContain('10 MiB');
    expect(await refusalOf(new File(['{}'], 'a.layout.json'))).toContain('layout');
  });

  it('that are fine come in beside those that are not', async () => {
    const { files, refused } = await readFiles([
      new File([new Uint8Array([0])], 'x.bin'),
      new File(['a: 1'], 'a.yaml'),
    ]);
    expect([files.length, refused.length]).toEqual([1, 1]);
  });
});

describe('files whose reader cannot be loaded', () => {
  afterEach(() => vi.resetModules());

  it.each([
    ['a.svg', './readPictureSource.ts', 'pictures'],
    ['a.zip', './zip/index.ts', 'archives'],
  ])('%s is refused with a reason, and the files beside it come in', async (name, module, what) => {
    vi.doMock(module, () => Promise.reject(new TypeError('Failed to fetch')));
    const { files, refused } = await readFiles([new File(['<svg/>'], name), new File(['a: 1'], 'b.yaml')]);
    expect(files.map((file) => file.name)).toEqual(['b.yaml']);
    expect(refused).toEqual([
      expect.stringContaining(`${name} was not opened: the code that reads ${what} could not be`),
    ]);
    vi.doUnmock(module);
  });
});
