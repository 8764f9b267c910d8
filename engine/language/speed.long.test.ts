import { expect, it } from 'vitest';
import { analyze } from '../graph/index.ts';
import { ratioToFloor } from '../testing/timing.ts';
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

const analysis = analyze('w.yaml', TEXT);
const at = (needle: string): number => TEXT.indexOf(needle, TEXT.indexOf('- id: t500')) + needle.length;

/** What it is, and how many times as long as reading the text it may take: ten times what it does. */
it.each([
  ['completion of a reference', 1, () => completionsAt(analysis, at('tasks.t'))],
  ['completion of next', 1, () => completionsAt(analysis, at('next: t'))],
  ['completion of a key', 1, () => completionsAt(analysis, at('    with'))],
  ['a hover', 0.1, () => hoverAt(analysis, at('next: t'))],
  ['a definition', 0.1, () => definitionAt(analysis, at('next: t'))],
  ['colours of a screen', 0.3, () => semanticTokens(analysis, { start: at('tasks.t'), end: at('tasks.t') + 3000 })],
  ['folds', 2, () => foldingRanges(analysis)],
  ['references', 6, () => referencesAt(analysis, at('agent:'))],
  ['a rename', 6, () => renameAt(analysis, at('next: t'), { to: 'x' })],
] as const)('in a thousand tasks %s takes a small part of reading the text', async (_, most, run) => {
  const ratio = await ratioToFloor(run, () => analyze('w.yaml', TEXT), 7);
  expect(ratio).toBeLessThan(most);
});
