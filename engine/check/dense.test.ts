import { expect, test } from 'vitest';
import { analyze } from '../graph/index.ts';
import { checkAnalysis } from './index.ts';

const range = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const leading = (id: string, targets: readonly string[]): string =>
  `  - {id: ${id}, type: basic, on_success: {next: [${targets.join(', ')}]}}\n`;

/** A check may take that long, ms: some thirty times what it takes. Without bounds these take minutes. */
const LIMIT = 60_000;

/** Codes found in a text that the format's limits let through, with their counts. */
function check(text: string): Record<string, number> {
  const analysis = analyze('a.yaml', text);
  const started = performance.now();
  const counts: Record<string, number> = {};
  for (const { code } of checkAnalysis(analysis)) counts[code] = (counts[code] ?? 0) + 1;
  expect(performance.now() - started).toBeLessThan(LIMIT);
  return counts;
}

const SLOW = { timeout: 300_000 };

test('46,225 lines between 215 tasks', SLOW, () => {
  const ids = range(215, (at) => `t${at}`);
  const found = check(`tasks:\n${ids.map((id) => leading(id, ids)).join('')}`);
  expect(found['CYCLE_WITHOUT_EXIT']).toBe(1);
  expect(found['DIAMOND_WITHOUT_JOIN']).toBeGreaterThan(100);
});

test('22,500 lines anywhere between 1,500 tasks', SLOW, () => {
  const tasks = range(1_500, (at) =>
    leading(
      `t${at}`,
      range(15, (n) => `t${(at * 7919 * (n + 1) + n * 31) % 1_500}`),
    ),
  );
  expect(check(`tasks:\n${tasks.join('')}`)['DIAMOND_WITHOUT_JOIN']).toBeGreaterThan(0);
});

test('45,000 targets that are not there', SLOW, () => {
  const tasks = leading(
    'a',
    range(45_000, (at) => `missing${at}`),
  );
  expect(check(`tasks:\n${tasks}`)).toEqual({ UNKNOWN_TARGET: 45_000 });
});

test('a near name for each of 6,000 targets among 6,000 tasks', SLOW, () => {
  const tasks = range(6_000, (at) => `  - {id: task${at}, on_success: {next: tasc${at}}}\n`);
  expect(check(`tasks:\n${tasks.join('')}`)['UNKNOWN_TARGET']).toBe(6_000);
});

test('3,500 tasks that use what is not among 5,000 agents', SLOW, () => {
  const agents = range(5_000, (at) => `  - {id: a${at}}\n`);
  const tasks = range(3_500, (at) => `  - {id: t${at}, use: "agent:b${at}"}\n`);
  // Of packages that are looked for beside them only the first 2,000 are reported.
  expect(check(`agents:\n${agents.join('')}tasks:\n${tasks.join('')}`)['UNKNOWN_AGENT']).toBe(2_000);
});
