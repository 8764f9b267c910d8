import { analyze } from '../graph/index.ts';
import { applyEdits, type Diagnostic } from '../text/index.ts';
import { checkAnalysis } from './checkAnalysis.ts';

/** Texts of a workspace by path. */
type Files = Readonly<Record<string, string>>;

/** All diagnostics of a text, with the other files of its workspace where they are given. */
export function diagnose(text: string, files?: Files): readonly Diagnostic[] {
  const known = files === undefined ? undefined : new Map(Object.entries(files));
  return checkAnalysis(analyze('w.yaml', text, undefined, known));
}

/** Codes with the text they underline. */
export function findingsIn(text: string, files?: Files): readonly string[] {
  return diagnose(text, files).map(({ code, range }) => `${code} ${text.slice(range.start, range.end)}`);
}

/** The text after the first fix of the first diagnostic with a code. */
export function applyFix(text: string, code: string): string {
  const fix = diagnose(text).find((diagnostic) => diagnostic.code === code)?.fixes?.[0];
  if (fix === undefined) throw new Error(`no fix for ${code}`);
  return applyEdits(text, fix.edits);
}

/** A good workflow of so many tasks, each of which leads to the next and reads what the last one gave. */
export function textOf(count: number): string {
  const tasks = Array.from({ length: count }, (_, index) => {
    const before = index === 0 ? 'workflow.input' : `tasks.t${index - 1}.output`;
    const next = index === count - 1 ? '' : `    on_success: { next: t${index + 1} }\n`;
    return `  - id: t${index}\n    type: basic\n    use: core:http\n    with: { url: "{{ env.URL }}/${index}", body: "{{ ${before}.body }}" }\n    config: { timeout: 30s }\n    retry: { attempts: 3, backoff: fixed, interval: 1s }\n${next}`;
  });
  return `tasks:\n${tasks.join('')}`;
}

const range = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const leading = (id: string, targets: readonly string[]): string =>
  `  - {id: ${id}, type: basic, on_success: {next: [${targets.join(', ')}]}}\n`;

/** What a text is full of, how much of it the limits of the format let through, and a text with so much of it. */
export const DENSE = {
  everyLine: {
    most: 46_225,
    make: (lines: number): string => {
      const ids = range(Math.round(Math.sqrt(lines)), (at) => `t${at}`);
      return `tasks:\n${ids.map((id) => leading(id, ids)).join('')}`;
    },
  },
  anyLine: {
    most: 22_500,
    make: (lines: number): string => {
      const count = lines / 15;
      const targets = (at: number): string[] => range(15, (n) => `t${(at * 7919 * (n + 1) + n * 31) % count}`);
      return `tasks:\n${range(count, (at) => leading(`t${at}`, targets(at))).join('')}`;
    },
  },
  missingTarget: {
    most: 45_000,
    make: (targets: number): string =>
      `tasks:\n${leading(
        'a',
        range(targets, (at) => `missing${at}`),
      )}`,
  },
  nearName: {
    most: 6_000,
    make: (tasks: number): string =>
      `tasks:\n${range(tasks, (at) => `  - {id: task${at}, on_success: {next: tasc${at}}}\n`).join('')}`,
  },
  nearAgent: {
    most: 3_500,
    make: (tasks: number, among = (tasks * 10) / 7): string => {
      const agents = range(among, (at) => `  - {id: a${at}}\n`);
      const users = range(tasks, (at) => `  - {id: t${at}, use: "agent:b${at}"}\n`);
      return `agents:\n${agents.join('')}tasks:\n${users.join('')}`;
    },
  },
  handler: {
    most: 10_000,
    make: (tasks: number): string => {
      const made = range(
        tasks,
        (at) =>
          `  - id: t${at}\n    type: basic\n    use: core:http\n    with: { url: "/{{ ${at === 0 ? 'workflow.input' : `tasks.t${at - 1}.output`}.body ?? 1 }}" }\n    on_success: { next: ${at === tasks - 1 ? 'end' : `t${at + 1}`} }\n    on_error: { next: end }\n`,
      );
      return `tasks:\n${made.join('')}`;
    },
  },
  row: {
    most: 41_000,
    make: (rows: number): string =>
      `tasks:\n  - id: a\n    type: map\n    config:\n      mapping:\n        rows:\n${range(rows, (at) => `          - { id: ${at}, name: Row }\n`).join('')}`,
  },
} as const;

/** How often each code is found in a text, hints aside. */
export function countCodes(text: string): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { code, severity } of diagnose(text)) if (severity !== 'info') counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}
