import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadPatterns } from '../../base/index.ts';
import { analyze } from '../../graph/index.ts';
import { readTestFile } from '../../testFile/index.ts';
import { runTest } from '../index.ts';
import { ORDERS, playAll } from '../testing.ts';
import { saveTest } from './saveTest.ts';

beforeAll(() => loadPatterns());

const SAMPLES = 'public/samples';
const files = readdirSync(SAMPLES).filter((name) => name.endsWith('.test.yaml'));

/** Plays the tests of a workflow, as its runs. */
async function runsOf(workflow: string, text: string) {
  const analysis = analyze('flow.yaml', workflow);
  const { file, findings } = readTestFile(text);
  const results = [];
  for (const each of file.tests)
    results.push({ name: each.name, ...(await runTest({ analysis, test: each, findings })) });
  return { analysis, results };
}

describe.each(files)('runs of %s', (name) => {
  const workflow = readFileSync(`${SAMPLES}/${name.replace('.test.', '.')}`, 'utf8');
  const tests = readFileSync(`${SAMPLES}/${name}`, 'utf8');

  test('become tests that pass, one after the other in one file, and end as the runs did', async () => {
    const { analysis, results } = await runsOf(workflow, tests);
    let text = '';
    for (const { name: title, played } of results) {
      const saved = await saveTest({ analysis, events: played.events, name: title, text });
      if (!saved.ok) throw new Error(saved.error.message);
      expect(saved.value).toMatchObject({ name: title, isSame: true });
      expect(saved.value.text.startsWith(text)).toBe(true);
      text = saved.value.text;
    }
    expect(text).not.toBe('');
    for (const { failures, passed } of await playAll(workflow, text))
      expect({ passed, failures }).toEqual({ passed: true, failures: [] });
  });
});

const TRIED = `tests:
  # kept
  - name: at the second try
    answers:
      fetch: [{ error: { code: TIMEOUT_ERROR, message: Late. } }, { output: { status: 200, body: [1, 2] } }]
`;

test('has the answers that it needs, each attempt of it, and leaves the rest of the file as it is', async () => {
  const { analysis, results } = await runsOf(ORDERS, TRIED);
  const events = results[0]?.played.events ?? [];
  const saved = await saveTest({ analysis, events, name: 'at the second try', text: TRIED });
  expect(saved.ok && saved.value.text).toBe(`${TRIED}  - name: at the second try 2
    answers:
      fetch: [{error: {code: TIMEOUT_ERROR, message: Late.}}, {output: {status: 200, body: [1, 2]}}]
    expect:
      path: [fetch, count]
      tasks: {fetch: {calls: 2, attempts: 2, with: {url: "https://api.example.com/orders"}}}
      output: {n: 2}
`);
});

test('is refused where the file cannot be changed', async () => {
  const { analysis, results } = await runsOf(ORDERS, TRIED);
  const events = results[0]?.played.events ?? [];
  expect(await saveTest({ analysis, events, name: 'a', text: 'tests: none\n' })).toMatchObject({ ok: false });
});
