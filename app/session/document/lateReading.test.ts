import { afterEach, expect, it, vi } from 'vitest';
import type { TextPart } from '#engine';
import { findTask } from '#engine/model';

const simple = (type: string) => `tasks:\n  - id: a\n    type: ${type}\n`;
/** A text over two lines in quotes is for the library. */
const other = (note: string) => `tasks:\n  - id: a\n    type: basic\n    description: "${note}\n      goes on"\n`;

let stop: () => void = () => undefined;

afterEach(() => stop());

/** The session of a page that was just loaded, with a worker that answers when the test says so. */
async function open(text: string) {
  vi.resetModules();
  // As browsers have it: most texts are read without the YAML library, which is loaded later.
  vi.doMock('#yaml', () => import('../../../engine/syntax/parsing/lateYaml.ts'));
  const [{ activeAnalysis }, { replaceFileText }, { loadReader }, { resetSession, textOf }] = await Promise.all([
    import('./analysis.ts'),
    import('./dispatch.ts'),
    import('./reading.ts'),
    import('../testSession.ts'),
  ]);
  const { startReading, describeReading } = await import('./startReading.ts');
  const { analysisOfRun } = await import('../run/runAnalysis.ts');
  const { session } = await import('../store/store.ts');
  const asked: string[] = [];
  resetSession({ 'a.yaml': text });
  stop = startReading({
    readText: (_path: string, source: string, _deliver: (parts: readonly TextPart[]) => void) => {
      asked.push(source);
      return new Promise<void>(() => undefined);
    },
  });
  const typeOfTask = () => {
    const analysis = activeAnalysis('own');
    return analysis && findTask(analysis.workflow, 'a')?.type;
  };
  return { asked, typeOfTask, replaceFileText, loadReader, textOf, describeReading, session, analysisOfRun };
}

it('reads and edits a usual text without the YAML library', async () => {
  const { asked, typeOfTask, replaceFileText } = await open(simple('basic'));
  expect(typeOfTask()).toBe('basic');
  expect(replaceFileText('a.yaml', simple('wait'), 'source.type:test')).toBe(true);
  expect(typeOfTask()).toBe('wait');
  expect(asked).toEqual([]);
});

it('has another text read in the worker until the library is there', async () => {
  const { asked, typeOfTask, loadReader, describeReading, session } = await open(other('It'));
  expect(typeOfTask()).toBeNull();
  expect(asked).toEqual([other('It')]);
  expect(describeReading(session.getState())).toBe('Reading a.yaml…');
  await loadReader();
  expect(typeOfTask()).toBe('basic');
  expect(describeReading(session.getState())).toBeNull();
});

it('keeps an edit that makes it another text', async () => {
  const { asked, typeOfTask, replaceFileText, loadReader, textOf } = await open(simple('basic'));
  expect(replaceFileText('a.yaml', other('Now it'), 'source.type:test')).toBe(true);
  expect(textOf('a.yaml')).toBe(other('Now it'));
  expect(typeOfTask()).toBeNull();
  expect(asked).toEqual([other('Now it')]);
  await loadReader();
  expect(typeOfTask()).toBe('basic');
});

it('knows the tasks of a run on another text by their ids alone until then', async () => {
  const { loadReader, session, analysisOfRun } = await open(simple('basic'));
  const run = { path: 'a.yaml', source: other('It') };
  const before = analysisOfRun(session.getState(), run);
  expect(before.graph.nodes.has('a')).toBe(false);
  expect(analysisOfRun(session.getState(), run)).toBe(before);
  await loadReader();
  expect(analysisOfRun(session.getState(), run).graph.nodes.has('a')).toBe(true);
});
