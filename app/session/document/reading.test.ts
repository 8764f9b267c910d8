import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TextPart } from '#engine';
import { findTask } from '#engine/model';
import { readText } from '../../../engine/hosts/worker/workspace/TextReader.ts';
import { session } from '../store/store.ts';
import { resetSession, textOf } from '../testSession.ts';
import { activeAnalysis } from './analysis.ts';
import { replaceFileText, undo } from './dispatch.ts';
import { readingState } from './reading.ts';
import { readOnlyReason } from './readOnly.ts';
import { describeReading, startReading } from './startReading.ts';

const LARGE = `tasks:\n${Array.from({ length: 400 }, (_, i) => `  - id: t${i}\n    type: basic\n    description: ${'long '.repeat(200)}\n`).join('')}`;

const taskText = (at: number): string => `  - id: t${at}\n    type: basic\n    description: ${'long '.repeat(20)}\n`;

type Deliver = (parts: readonly TextPart[]) => void;

/** A worker that answers when the test says so. */
function createWorker() {
  const asked: { path: string; answer: () => Promise<void>; die: () => void }[] = [];
  return {
    asked,
    readText: (path: string, text: string, deliver: Deliver) =>
      new Promise<void>((resolve, reject) => {
        const answer = async () => {
          await readText(text, { now: () => 0, yieldToEventLoop: async () => undefined }, (parts) =>
            deliver(structuredClone(parts)),
          );
          resolve();
        };
        asked.push({ path, answer, die: () => reject(new Error('The engine stopped working.')) });
      }),
  };
}

let worker = createWorker();
let stop: () => void = () => undefined;

beforeEach(() => {
  worker = createWorker();
});
afterEach(() => stop());

async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}

describe('a large file', () => {
  it('is read in the worker and cannot be edited until it has answered', async () => {
    resetSession({ 'large.yaml': LARGE });
    stop = startReading(worker);
    expect(activeAnalysis('own')).toBeNull();
    expect(readingState(session.getState())).toBe('waiting');
    expect(describeReading(session.getState())).toBe('Reading large.yaml, 0.4 MiB…');
    expect(readOnlyReason()).toContain('still being read');
    expect(replaceFileText('large.yaml', 'id: a\n', 'source.type:test')).toBe(false);
    expect(textOf('large.yaml')).toBe(LARGE);
    await worker.asked[0]?.answer();
    await settled();
    expect(readOnlyReason()).toBeNull();
    expect(describeReading(session.getState())).toBeNull();
    const analysis = activeAnalysis('own');
    expect(analysis?.isBroken).toBe(false);
    expect(analysis && findTask(analysis.workflow, 't399')?.type).toBe('basic');
  });

  it('of many tasks shows the first of them until all are read', async () => {
    const count = 3_000;
    resetSession({ 'many.yaml': `tasks:\n${Array.from({ length: count }, (_, at) => taskText(at)).join('')}` });
    stop = startReading(worker);
    const beginning = activeAnalysis('beginning');
    const nodes = beginning?.graph.nodes;
    expect(nodes?.has('t0')).toBe(true);
    expect(nodes?.size).toBeLessThan(count);
    expect(beginning?.share).toBeCloseTo((nodes?.size ?? 0) / count);
    expect(activeAnalysis('beginning')).toBe(beginning);
    expect(activeAnalysis('drawn')).toBeNull();
    expect(readOnlyReason()).toContain('still being read');
    await worker.asked[0]?.answer();
    await settled();
    expect(activeAnalysis('beginning')).toBeNull();
    expect(activeAnalysis('drawn')?.graph.nodes.size).toBe(count);
  });

  it('of few tasks, or whose worker died, shows no beginning', async () => {
    resetSession({ 'few.yaml': LARGE });
    stop = startReading(worker);
    expect(activeAnalysis('beginning')).toBeNull();
    stop();
    resetSession({ 'dead.yaml': LARGE.replace('tasks:', `tasks:\n${'  - {id: x, type: basic}\n'.repeat(2_000)}`) });
    stop = startReading(worker);
    expect(activeAnalysis('beginning')).not.toBeNull();
    worker.asked.at(-1)?.die();
    await settled();
    expect(activeAnalysis('beginning')).toBeNull();
  });

  it('is edited here once it was read', async () => {
    resetSession({ 'edited.yaml': LARGE });
    stop = startReading(worker);
    await worker.asked[0]?.answer();
    await settled();
    expect(replaceFileText('edited.yaml', LARGE.replace('t399', 'last'), 'source.type:test')).toBe(true);
    expect(activeAnalysis('own')?.graph.nodes.has('last')).toBe(true);
    undo();
    expect(textOf('edited.yaml')).toBe(LARGE);
    expect(worker.asked.length).toBe(1);
  });

  it('whose worker dies over it stays as it is, and says so', async () => {
    resetSession({ 'deadly.yaml': LARGE });
    stop = startReading(worker);
    worker.asked[0]?.die();
    await settled();
    expect(readOnlyReason()).toContain('could not be read');
    expect(describeReading(session.getState())).toBe('deadly.yaml could not be read. It can still be downloaded.');
    expect(textOf('deadly.yaml')).toBe(LARGE);
    expect(worker.asked.length).toBe(1);
  });

  it('with a part too long to be read at each keystroke is shown and not edited', async () => {
    resetSession({ 'part.yaml': `tasks:\n  - id: one\n    type: basic\n    description: ${'x'.repeat(600_000)}\n` });
    stop = startReading(worker);
    await worker.asked[0]?.answer();
    await settled();
    expect(activeAnalysis('own')?.graph.nodes.has('one')).toBe(true);
    expect(readOnlyReason()).toContain('512 KiB');
  });
});

it('a small file is read at once', () => {
  resetSession({ 'small.yaml': 'tasks:\n  - id: one\n    type: basic\n' });
  stop = startReading(worker);
  expect(activeAnalysis('own')?.graph.nodes.has('one')).toBe(true);
  expect(worker.asked).toEqual([]);
});
