import { analyze } from '../graph/index.ts';
import type { Box, Link, Rect } from './Box.ts';
import { type LayoutInput, type LayoutOptions, toLayoutInput } from './LayoutInput.ts';

/** Pairs that overlap, found by going through them from left to right. */
export function countOverlaps(rects: Iterable<Rect>): number {
  const sorted = [...rects].sort((a, b) => a.x - b.x);
  let count = 0;
  sorted.forEach((rect, index) => {
    for (const other of sorted.slice(index + 1)) {
      if (other.x >= rect.x + rect.width) break;
      if (rect.y < other.y + other.height && other.y < rect.y + rect.height) count += 1;
    }
  });
  return count;
}

/** Everything is placed again, to the right. */
export const LAYOUT_OPTIONS: LayoutOptions = {
  direction: 'right',
  mode: 'missing',
  sizeOf: () => ({ width: 216, height: 60 }),
  positions: new Map(),
  collapsed: new Set(),
};

export function inputOf(text: string, options: Partial<LayoutOptions> = {}): LayoutInput {
  return toLayoutInput(analyze('a.yaml', text).graph, { ...LAYOUT_OPTIONS, ...options });
}

export function range<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => make(at));
}

/** A workflow in which each task leads to the ones listed. */
export function textOf(targets: readonly (readonly number[])[]): string {
  const tasks = targets.map(
    (next, at) => `  - {id: t${at}, type: basic, on_success: {next: [${next.map((to) => `t${to}`).join(', ')}]}}\n`,
  );
  return `tasks:\n${tasks.join('')}`;
}

/** A workflow in which each task leads to every one. */
export function complete(count: number): string {
  return textOf(range(count, () => range(count, (to) => to)));
}

/** What makes a workflow of about so many lines or tasks, and how many it has at most. */
export const LARGE: readonly (readonly [string, number, (size: number) => string])[] = [
  ['lines of a complete graph', 46_225, (size) => complete(Math.round(Math.sqrt(size)))],
  ['tasks without a line', 12_000, (size) => `tasks:\n${range(size, (at) => `  - {id: t${at}}\n`).join('')}`],
  [
    'tasks in list order',
    8_000,
    (size) =>
      `tasks:\n  - id: box\n    type: composite\n    tasks:\n${range(size, (at) => `      - {id: t${at}}\n`).join('')}`,
  ],
  [
    'error handlers, each for itself',
    2_000,
    (size) =>
      `tasks:\n${range(size, (at) => `  - {id: t${at}, on_success: {next: t${at + 1}}, on_error: {next: e${at}}}\n  - {id: e${at}}\n`).join('')}`,
  ],
  [
    'tasks with branches',
    1_000,
    (size) => textOf(range(size, (at) => [at + 1 - (at % 4), at + 2].filter((to) => to < size && to !== at))),
  ],
];

export function idsOf(count: number): string[] {
  return range(count, (index) => `t${index}`);
}

export function boxesOf(ids: readonly string[], size = { width: 216, height: 60 }): Box[] {
  return ids.map((id) => ({ id, ...size }));
}

export function link(source: string, target: string): Link {
  return { source, target, isAside: false, room: 0 };
}

/** So many lines, 200 from each box to others. */
export function scopeOf(lines: number): { readonly boxes: readonly Box[]; readonly links: readonly Link[] } {
  const ids = idsOf(lines / 200);
  const links = range(lines, (at) =>
    link(`t${at % ids.length}`, `t${(at * 7 + Math.floor(at / ids.length)) % ids.length}`),
  );
  return { boxes: boxesOf(ids), links };
}
