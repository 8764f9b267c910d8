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

/** CPU time that reading and checking as much as the limits let through may take, ms: ten times what is promised. */
const READ_AND_CHECKED = 10 * 2_000;

test(
  '10,000 tasks with handlers are read and checked in time, and so is a quarter of a million keys and values',
  SLOW,
  () => {
    const tasks = range(
      10_000,
      (at) =>
        `  - id: t${at}\n    type: basic\n    use: core:http\n    with: { url: "/{{ tasks.t${Math.max(0, at - 1)}.output.body ?? 1 }}" }\n    on_success: { next: ${at === 9_999 ? 'end' : `t${at + 1}`} }\n    on_error: { next: end }\n`,
    );
    const rows = range(41_000, (at) => `          - { id: ${at}, name: Row }\n`).join('');
    for (const text of [
      `tasks:\n${tasks.join('')}`,
      `tasks:\n  - id: a\n    type: map\n    config:\n      mapping:\n        rows:\n${rows}`,
    ]) {
      const before = process.cpuUsage();
      const found = checkAnalysis(analyze('a.yaml', text)).filter(({ severity }) => severity !== 'info');
      const { user, system } = process.cpuUsage(before);
      expect(found).toEqual([]);
      expect((user + system) / 1000).toBeLessThan(READ_AND_CHECKED);
    }
  },
);
