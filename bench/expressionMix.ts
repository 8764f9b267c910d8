import type { Json } from '../engine/base/index.ts';

/** One expression in the language of each evaluator. `N` is replaced by a number that makes each source a new one. */
export interface Sample {
  /** Ours, and of the floor, which reads JavaScript. */
  readonly source: string;
  readonly cel: string;
}

/** Paths, conditions, arithmetic and text: what most templates of a workflow are. */
export const VALUES: readonly Sample[] = [
  same('tasks.fetch.output.total'),
  same('tasks.fetch.output.rows[2].name'),
  same("input.score >= 0.8 && input.tier == 'gold'"),
  same("input.tier == 'gold' ? input.score * 2.0 : N.5"),
  same("'Hello ' + input.name + ' N'"),
  same('(input.a + input.b) * input.c - N.5'),
  same("input.tier in ['gold', 'silver', 'N']"),
  same('!input.isClosed || input.score < N.5'),
  { source: "startsWith(input.name, 'AN')", cel: "input.name.startsWith('AN')" },
];

/** Lists of 20 rows processed by arrow functions, and maps made. */
export const LISTS: readonly Sample[] = [
  { source: 'map(tasks.fetch.output.rows, r => r.name)', cel: 'tasks.fetch.output.rows.map(r, r.name)' },
  {
    source: 'filter(tasks.fetch.output.rows, r => r.score > N.5)',
    cel: 'tasks.fetch.output.rows.filter(r, r.score > N.5)',
  },
  {
    source: "some(tasks.fetch.output.rows, r => r.name == 'Row N')",
    cel: "tasks.fetch.output.rows.exists(r, r.name == 'Row N')",
  },
  {
    source: 'map(tasks.fetch.output.rows, r => ({ keyN: r.name, score: r.score }))',
    cel: "tasks.fetch.output.rows.map(r, {'keyN': r.name, 'score': r.score})",
  },
];

/** What the expressions read. */
export const DATA = {
  input: { score: 0.9, tier: 'gold', name: 'Ada', a: 1.5, b: 2.25, c: 4.5, isClosed: false },
  tasks: {
    fetch: {
      output: {
        total: 20,
        rows: Array.from({ length: 20 }, (_, index) => ({ name: `Row ${index}`, score: (index * 37) % 11 })),
      },
    },
  },
} satisfies Record<string, Json>;

function same(source: string): Sample {
  return { source, cel: source };
}

/** A source that has not been seen before for each `turn`. */
export function variant(source: string, turn: number): string {
  return source.replaceAll('N', String(turn));
}
