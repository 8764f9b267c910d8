import { expect, it } from 'vitest';
import { analyze } from '../graph/index.ts';
import { completionsAt } from './completion/completionsAt.ts';
import { hoverAt } from './hover/hoverAt.ts';
import { definitionAt } from './names/definitionAt.ts';
import { referencesAt } from './names/referencesAt.ts';
import { renameAt } from './names/renameAt.ts';
import { foldingRanges } from './outline/foldingRanges.ts';
import { semanticTokens } from './outline/semanticTokens.ts';

const task = (id: number): string =>
  `  - id: t${id}\n    type: basic\n    use: agent:a\n    with:\n      x: "{{ tasks.t${Math.max(0, id - 1)}.output }}"\n      y: |\n        Dear {{ input.name }},\n        hello\n    on_success:\n      next: t${id + 1}\n`;
const TEXT = `agents:\n  - id: a\n    use: core:agent\ntasks:\n${Array.from({ length: 1000 }, (_, id) => task(id)).join('')}`;

/** The fastest of several calls, in ms: what else the machine does meanwhile does not count. */
function time(run: () => unknown): number {
  return Math.min(
    ...Array.from({ length: 7 }, () => {
      const start = performance.now();
      run();
      return performance.now() - start;
    }),
  );
}

const analysis = analyze('w.yaml', TEXT);
const at = (needle: string): number => TEXT.indexOf(needle, TEXT.indexOf('- id: t500')) + needle.length;

it.each([
  ['completion of a reference', 40, () => completionsAt(analysis, at('tasks.t'))],
  ['completion of next', 60, () => completionsAt(analysis, at('next: t'))],
  ['completion of a key', 40, () => completionsAt(analysis, at('    with'))],
  ['a hover', 10, () => hoverAt(analysis, at('next: t'))],
  ['a definition', 10, () => definitionAt(analysis, at('next: t'))],
  ['colours of a screen', 30, () => semanticTokens(analysis, { start: at('tasks.t'), end: at('tasks.t') + 3000 })],
  ['folds', 100, () => foldingRanges(analysis)],
  ['references', 200, () => referencesAt(analysis, at('agent:'))],
  ['a rename', 200, () => renameAt(analysis, at('next: t'), { to: 'x' })],
] as const)(
  'in a thousand tasks %s takes less than %i ms, and on a busy machine less than ten times that',
  (_what, limit, run) => {
    expect(time(run)).toBeLessThan(10 * limit);
  },
);
