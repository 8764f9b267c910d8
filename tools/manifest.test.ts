import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './ensure.mjs';

interface Icon {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose?: string;
}

const PUBLIC = path.join(ROOT, 'public');
const MANIFEST: Readonly<Record<string, unknown>> & {
  readonly icons: readonly Icon[];
  readonly file_handlers: readonly { readonly icons: readonly Icon[]; readonly accept: object }[];
} = JSON.parse(readFileSync(path.join(PUBLIC, 'manifest.webmanifest'), 'utf8'));

/** Width and height of a PNG: two numbers of four bytes behind its signature and the name of its first part. */
function sizeOf(png: Buffer): string {
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

test('the app can be installed: it has a name, a window of its own, and icons of the sizes that browsers ask for', () => {
  expect(readFileSync(path.join(ROOT, 'index.html'), 'utf8')).toContain('rel="manifest"');
  // Relative addresses: it may be below any path of a host.
  expect(MANIFEST).toMatchObject({ name: 'Signalbox', start_url: './', scope: './', display: 'standalone' });
  const plain = MANIFEST.icons.filter(({ purpose }) => purpose === undefined).map(({ sizes }) => sizes);
  expect(plain).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(MANIFEST.icons.map(({ purpose }) => purpose)).toContain('maskable');
});

test('each icon of the manifest is there, as large as it says', () => {
  for (const { src, sizes, type } of [...MANIFEST.icons, ...MANIFEST.file_handlers.flatMap(({ icons }) => icons)]) {
    const file = readFileSync(path.join(PUBLIC, src));
    if (type === 'image/png') expect(sizeOf(file), src).toBe(sizes);
    else expect(file.toString('utf8'), src).toContain('<svg');
  }
});

test('the system opens workflows with it', () => {
  expect(MANIFEST.file_handlers.map(({ accept }) => accept)).toEqual([{ 'application/yaml': ['.yaml', '.yml'] }]);
});
