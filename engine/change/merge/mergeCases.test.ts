import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Result } from '../../base/index.ts';
import { addTask, renameTask, setField } from '../../edit/index.ts';
import { type Analysis, analyze } from '../../graph/index.ts';
import { findNode } from '../../syntax/index.ts';
import { errorsIn } from '../../testing/edits/errorsAfter.ts';
import { applyEdits, applyTransaction, type Refusal, type TextEdit, type Transaction } from '../../text/index.ts';
import { mergeTexts } from './mergeTexts.ts';
import { mergeWorkflows } from './mergeWorkflows.ts';

const PATH = 'w.yaml';
const SAMPLES = path.join(import.meta.dirname, '../../../public/samples');

/** What git merges wrongly or not at all in the samples. */
const DOCUMENTS = readdirSync(SAMPLES)
  .filter((name) => name.endsWith('.yaml') && !name.endsWith('.test.yaml'))
  .map((name) => analyze(PATH, readFileSync(path.join(SAMPLES, name), 'utf8')));

function after({ syntax }: Analysis, change: Result<Transaction, Refusal>): string {
  if (!change.ok) return expect.fail(change.error.message);
  const applied = applyTransaction({ files: new Map([[PATH, syntax.text]]), layouts: new Map() }, change.value);
  return (applied.ok && applied.value.files.get(PATH)) || expect.fail('does not apply');
}

/** The merge in both directions, which has no conflict. */
function merged(analysis: Analysis, ours: string, theirs: string): readonly string[] {
  return [
    [ours, theirs],
    [theirs, ours],
  ].map(([our = '', their = '']) => {
    const { text, conflicts } = mergeTexts({ base: analysis.syntax.text, ours: our, theirs: their });
    expect(conflicts.map(({ message }) => message)).toEqual([]);
    return text;
  });
}

test('neighbouring fields of a task', () => {
  let count = 0;
  for (const analysis of DOCUMENTS) {
    for (const { task } of analysis.graph.nodes.values()) {
      const node = findNode(analysis.syntax, task.path);
      const ends =
        node?.kind === 'map'
          ? node.entries.flatMap(({ key, value }) => (key === 'id' ? [] : (textEnd(value) ?? [])))
          : [];
      for (const [index, end] of ends.entries()) {
        const next = ends[index + 1];
        if (next === undefined) continue;
        const change = (...at: number[]): string => applyEdits(analysis.syntax.text, at.map(addMark));
        const { text } = mergeTexts({ base: analysis.syntax.text, ours: change(end), theirs: change(next) });
        expect(text).toBe(change(end, next));
        count += 1;
      }
    }
  }
  expect(count).toBeGreaterThan(40);
});

/** One character more at a place. */
function addMark(at: number): TextEdit {
  return { start: at, end: at, text: 'x' };
}

/** Where a plain text may be made longer. */
function textEnd(value: ReturnType<typeof findNode> | null): number | null {
  const isText = value?.kind === 'scalar' && typeof value.value === 'string';
  return isText && value.style === 'plain' && !value.source.includes('\n') ? value.end : null;
}

test('tasks that both add at one place, and keys that both add to one task', () => {
  for (const analysis of DOCUMENTS) {
    const [ours, theirs] = (['map', 'decision'] as const).map((type) => after(analysis, addTask(analysis, { type })));
    const both = merged(analysis, ours ?? '', theirs ?? '').map((text) => [...analyze(PATH, text).graph.nodes.keys()]);
    for (const ids of both) expect(ids).toEqual(expect.arrayContaining(['shape', 'decision']));
    for (const { task } of analysis.graph.nodes.values()) {
      const set = (key: string): string =>
        after(analysis, setField(analysis, { path: [...task.path, key], value: new Map([['A', '1']]) }));
      for (const text of merged(analysis, set('env'), set('x-note'))) {
        const node = findNode(analyze(PATH, text).syntax, task.path);
        const keys = node?.kind === 'map' ? node.entries.map(({ key }) => key) : [];
        expect(keys).toEqual(expect.arrayContaining(['env', 'x-note']));
      }
    }
  }
});

test('a task renamed on one side, and a reference to it added on the other', () => {
  let count = 0;
  for (const analysis of DOCUMENTS) {
    for (const [id, { parent }] of analysis.graph.nodes) {
      if (parent !== null) continue;
      const ours = after(analysis, renameTask(analysis, { id, to: 'another-name' }));
      const template = `{{ tasks['${id}'].status }}`;
      const theirs = after(analysis, setField(analysis, { path: ['outputs', 'seen'], value: template }));
      const sides = count % 2 === 0 ? { ours, theirs } : { ours: theirs, theirs: ours };
      const { text, conflicts, findings } = mergeWorkflows({ base: analysis.syntax.text, ...sides });
      expect([...conflicts, ...findings]).toEqual([]);
      expect(text).toContain("{{ tasks['another-name'].status }}");
      expect(errorsIn(new Map([[PATH, text]]), PATH)).toEqual([]);
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(20);
});
