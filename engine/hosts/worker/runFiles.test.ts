import 'fake-indexeddb/auto';
import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { EMPTY_VIEW, foldRun, type RunView } from '../../run/index.ts';
import { createMemoryFiles, createMemoryKeyValues } from '../../testing/memoryFiles.ts';
import { makeRequest, openEngine, start } from '../../testing/openEngine.ts';
import { CALLS, type FileCall, TAKEOVERS, WORKFLOW_READS, WORKFLOW_TAKEOVERS } from '../../testing/takeover.ts';

beforeAll(() => loadPatterns());

const TEXTS = { 'signalbox.serve.yaml': 'env: []', 'other.yaml': CALLS, 'rows.jsonl': '{"id":1}' };

/** A tab whose workspace may be a folder that a server serves. */
function openTab() {
  const files = createMemoryFiles(TEXTS);
  const page = openEngine({ keptFiles: createMemoryKeyValues() });
  void page.engine.setWorkspace(files, []);
  const call = async (input: FileCall): Promise<RunView> => {
    const runId = await start(page, makeRequest(CALLS, { input }));
    await page.finished(runId);
    return foldRun(EMPTY_VIEW, page.events.get(runId) ?? []);
  };
  return { files, call };
}

test('a run in the browser changes no workflow and no configuration of the folder that is open', async () => {
  const { files, call } = openTab();
  for (const input of [...TAKEOVERS, ...WORKFLOW_TAKEOVERS, ...WORKFLOW_READS]) {
    // Browsers have no links.
    if (/^(door|out|named)/.test(input.path)) continue;
    expect((await call(input)).error?.code, `${input.op} ${input.path}`).toMatch(/^(AUTHORIZATION|EXECUTION)_ERROR$/);
  }
  expect(Object.fromEntries(files.texts)).toEqual(TEXTS);
});

test('what a run writes hides a file of the workspace, which stays as it is', async () => {
  const { files, call } = openTab();
  const read = { op: 'read', path: 'rows.jsonl' };
  expect((await call(read)).output).toMatchObject({ text: '{"id":1}' });
  expect((await call({ op: 'delete', path: 'rows.jsonl' })).error?.message).toContain('runs can only read');
  await call({ op: 'write', path: 'rows.jsonl', text: '{"id":2}' });
  expect((await call(read)).output).toMatchObject({ text: '{"id":2}' });
  expect((await call({ op: 'list', path: '' })).output).toEqual({ paths: ['rows.jsonl'] });
  expect(files.texts.get('rows.jsonl')).toBe('{"id":1}');
});
