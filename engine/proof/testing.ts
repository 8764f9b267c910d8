import { checkAnalysis } from '../check/index.ts';
import { analyze } from '../graph/index.ts';
import { checkTests, readTestFile } from '../testFile/index.ts';
import { runTest, type TestPorts, type Verdict } from './index.ts';

/** A workflow for tests: a request that is tried again, then a sum; or an apology. */
export const ORDERS = `tasks:
  - id: fetch
    type: basic
    use: core:http
    with: { url: https://api.example.com/orders }
    retry: { attempts: 1, backoff: fixed, interval: 10s }
    on_success: { next: count }
    on_error: { next: sorry }
  - { id: count, type: basic, with: { n: '{{ tasks.fetch.output.body | len }}' } }
  - { id: sorry, type: basic, with: { code: '{{ error.code }}' } }
outputs: { n: '{{ tasks.count.output.n ?? null }}' }
`;

/** What is wrong in tests of a workflow: each code with the text it marks. */
export function findingsIn(workflow: string, text: string): readonly string[] {
  const { file, findings } = readTestFile(text);
  checkTests(file, analyze('flow.yaml', workflow), findings);
  return findings.all.map(({ code, range }) => `${code} ${text.slice(range.start, range.end)}`);
}

/** What the tests of a workflow come to. Throws where something is wrong in one of both. */
export async function playAll(workflow: string, text: string, ports: TestPorts = {}): Promise<readonly Verdict[]> {
  const analysis = analyze('flow.yaml', workflow);
  const { file, findings } = readTestFile(text);
  checkTests(file, analysis, findings);
  const wrong = [...findings.all, ...checkAnalysis(analysis).filter(({ severity }) => severity === 'error')];
  if (wrong.length > 0) throw new Error(wrong.map(({ message }) => message).join('\n'));
  const verdicts: Verdict[] = [];
  for (const test of file.tests) verdicts.push((await runTest({ analysis, test, findings }, ports)).verdict);
  return verdicts;
}

/** Codes of all that failed in the first test. */
export async function failuresOf(workflow: string, text: string, ports: TestPorts = {}): Promise<readonly string[]> {
  const [verdict] = await playAll(workflow, text, ports);
  return verdict?.failures.map(({ code }) => code) ?? ['NO TEST'];
}
