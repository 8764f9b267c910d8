import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runInProcess } from '../testing.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/drill.md'), 'utf8');

test('the example of the page has what the page says', async () => {
  const [, name = '', text = ''] = /`([\w.]+\.yaml)`:\n\n```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-doc-'));
  try {
    writeFileSync(path.join(folder, name), text);
    const { code, out } = await runInProcess(['drill', name, '--json', '--input', '{"id": "A-1"}'], { folder });
    expect(code).toBe(1);
    const [{ cells, unreached, unplayed }] = JSON.parse(out).files;
    expect([unreached, unplayed]).toEqual([[], []]);
    const bad = cells.filter(({ verdict }: { readonly verdict: string }) => verdict !== 'handled');
    const of = (verdict: string) =>
      bad.flatMap((cell: Readonly<Record<string, string>>) =>
        cell['verdict'] === verdict ? [`${cell['task']} ${cell['fault']}`] : [],
      );
    expect(of('unhandled')).toContain('stock RATE_LIMIT_ERROR');
    expect(of('repeats')).toEqual(['pay killed-before']);
    expect(of('hangs')).toEqual([]);
    for (const { fault, verdict } of cells) {
      // Each kind of fault and each verdict has a row on the page.
      expect(page).toContain(/^[A-Z]/.test(fault) ? '| a code |' : `| \`${fault}\` |`);
      expect(page).toContain(`| \`${verdict}\` |`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
