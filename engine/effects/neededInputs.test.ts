import { expect, test } from 'vitest';
import type { JsonObject } from '../base/index.ts';
import { checkAnalysis } from '../check/index.ts';
import { analyze } from '../graph/index.ts';
import { makeToolCall, scriptFetch } from '../testing/calls.ts';
import { createMemoryFiles, createMemoryKeyValues } from '../testing/memoryFiles.ts';
import { createPerformer } from './createPerformer.ts';

/** Calls that succeed with all of their input. */
const CALLS: readonly (readonly [use: string, input: JsonObject])[] = [
  ['core:http', { url: 'https://a.test/', method: 'POST', headers: {}, query: {}, response_type: 'json' }],
  ['core:csv', { text: 'a\n1', header: true, delimiter: ',' }],
  ['core:csv', { rows: [{ a: 1 }], columns: ['a'] }],
  ['core:html', { html: '<p>a</p>', select: 'p' }],
  ['core:html', { url: 'https://a.test/', select: 'p' }],
  ['core:validate', { value: 1, schema: {} }],
  ['core:hash', { text: 'a', algorithm: 'sha-1' }],
  ['core:log', { level: 'info', message: 'a', data: 1 }],
  ['core:kv', { op: 'get', key: 'a' }],
  ['core:kv', { op: 'set', key: 'a', value: 1 }],
  ['core:kv', { op: 'delete', key: 'a' }],
  ['core:kv', { op: 'list' }],
  ['core:file', { op: 'write', path: 'a.txt', text: 'a' }],
  ['core:file', { op: 'read', path: 'a.txt' }],
  ['core:file', { op: 'list', path: '' }],
  ['core:file', { op: 'delete', path: 'a.txt' }],
];

test.each(CALLS)('%s is told of by the check exactly where it fails without a key: %j', async (use, input) => {
  for (const key of [null, ...Object.keys(input)]) {
    const rest = Object.fromEntries(Object.entries(input).filter(([name]) => name !== key));
    expect([use, key, isTold(use, rest)]).toEqual([use, key, await fails(use, rest)]);
  }
});

function isTold(use: string, input: JsonObject): boolean {
  const text = JSON.stringify({ tasks: [{ id: 'a', type: 'basic', use, with: input }] });
  return checkAnalysis(analyze('w.yaml', text)).some(({ code }) => code === 'MISSING_INPUT');
}

async function fails(use: string, input: JsonObject): Promise<boolean> {
  const { perform } = createPerformer({
    baseUrl: '',
    resolveSecret: () => undefined,
    delay: async () => {},
    files: createMemoryFiles({ 'a.txt': 'a' }),
    keyValues: createMemoryKeyValues(),
    fetch: scriptFetch().fetch,
  });
  return !(await perform(makeToolCall(use, input), new AbortController().signal)).ok;
}
