import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkSize, measureBuild } from './checkSize.mjs';

const INLINE = 'watch();';
const SCRIPT = 'export const start = "start";';
const PART = 'export const part = "a part of the first screen";';
const LATER = 'export const later = "what comes when it is shown";';

let dist = '';

beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'signalbox-size-'));
  await build({
    'index.html': `<script>${INLINE}</script><script type="module" crossorigin src="./assets/index-1.js"></script>`,
    'assets/index-1.js': `import "./part-1.js"; export { start } from "./start-1.js"; const show = () => import("./later-1.js");`,
    'assets/start-1.js': SCRIPT,
    'assets/part-1.js': `import "./start-1.js"; ${PART}`,
    'assets/later-1.js': LATER,
    'assets/engine.worker-1.js': SCRIPT,
  });
});

afterEach(() => rm(dist, { recursive: true }));

async function build(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(dist, name)), { recursive: true });
    await writeFile(join(dist, name), text);
  }
}

test('counts the script inside of the page and each file that is imported statically once, and none that is loaded later', () => {
  const [page, worker] = measureBuild(dist);
  expect(page?.files.map(({ file }) => file).sort()).toEqual([
    'assets/index-1.js',
    'assets/part-1.js',
    'assets/start-1.js',
    'in index.html',
  ]);
  expect(page?.files.at(-1)?.size).toBe(gzipSync(INLINE).length);
  expect(worker?.size).toBe(gzipSync(SCRIPT).length);
});

test('a build within its budgets passes; a page or worker over them does not', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  expect(checkSize(dist)).toBe(true);
  // Digits of a number that does not repeat: gzip halves them at most.
  const noise = Array.from({ length: 200_000 }, (_, index) => (Math.sin(index) * 1e8).toString(36)).join('');
  await build({ 'assets/engine.worker-1.js': `export const noise = "${noise}";` });
  expect(checkSize(dist)).toBe(false);
  expect(log.mock.calls.flat().join('\n')).toMatch(/✗ the engine in its worker: .+\n.+assets\/engine\.worker-1\.js/);
  log.mockRestore();
});

test('a build without what is measured is an error, not a pass', async () => {
  await rm(join(dist, 'assets/engine.worker-1.js'));
  expect(() => measureBuild(dist)).toThrow('engine.worker');
});

test('a part that imports the first file of a worker does not pass', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await build({ 'assets/later-1.js': 'import { start } from "./engine.worker-1.js"; start;' });
  expect(checkSize(dist)).toBe(false);
  expect(log.mock.calls.flat().join('\n')).toContain('✗ assets/later-1.js imports assets/engine.worker-1.js');
  log.mockRestore();
});
