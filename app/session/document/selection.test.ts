import { beforeEach, describe, expect, it } from 'vitest';
import type { RunEvent, RunEventBody } from '#engine/run';
import { analysisOfRun, didRunKnow } from '../run/runAnalysis.ts';
import { show } from '../run/runShown.ts';
import { session, update } from '../store/store.ts';
import { resetSession } from '../testSession.ts';
import { select, selectActivation } from './selection.ts';

const SOURCE = 'tasks:\n  - id: one\n    type: basic\n  - id: two\n    type: basic\n';

function started(taskId: string, activation: number): RunEventBody {
  return { type: 'task.started', taskId, activation, parent: null, operation: null, input: null };
}

function showRun(path: string, ...bodies: readonly RunEventBody[]): void {
  const events = bodies.map((body, seq): RunEvent => ({ seq, at: seq, ...body }));
  show({ runId: 'r', path, source: SOURCE, events });
}

describe('a step of the run and a card of the canvas', () => {
  beforeEach(() => {
    resetSession({ 'a.yaml': SOURCE, 'b.yaml': SOURCE });
    showRun('a.yaml', started('one', 1), started('one', 2), started('gone', 3));
  });

  it('are selected together, from the step', () => {
    selectActivation(1);
    expect([...session.getState().document.selection.tasks]).toEqual(['one']);
    expect(session.getState().run.shown?.selectedActivation).toBe(1);
  });

  it('are selected together, from the card: its last activation', () => {
    select({ tasks: ['one'] });
    expect(session.getState().run.shown?.selectedActivation).toBe(2);
    select({ tasks: ['two'] });
    expect(session.getState().run.shown?.selectedActivation).toBeNull();
  });

  it('stay apart where the task is no longer in the file, several are selected, or another file is open', () => {
    selectActivation(3);
    expect(session.getState().document.selection.tasks.size).toBe(0);
    select({ tasks: ['one', 'two'] });
    expect(session.getState().run.shown?.selectedActivation).toBe(3);
    update({ document: { activePath: 'b.yaml' } });
    select({ tasks: ['one'] });
    expect(session.getState().run.shown?.selectedActivation).toBe(3);
  });

  it('leaves the selection alone on a narrow window', () => {
    update({ view: { isNarrow: true } });
    selectActivation(1);
    expect(session.getState().document.selection.tasks.size).toBe(0);
  });
});

describe('the text of the run on screen', () => {
  it('is analyzed as it was, and knows no task added since', () => {
    resetSession({ 'a.yaml': SOURCE });
    showRun('a.yaml', started('one', 1));
    const before = analysisOfRun(session.getState(), { path: 'a.yaml', source: SOURCE });
    expect(didRunKnow(session.getState(), 'two')).toBe(true);
    const text = `${SOURCE}  - id: three\n    type: basic\n`;
    update({ document: { workspace: { files: new Map([['a.yaml', text]]), layouts: new Map() } } });
    expect(didRunKnow(session.getState(), 'two')).toBe(true);
    expect(didRunKnow(session.getState(), 'three')).toBe(false);
    const {
      run: { shown: run },
    } = session.getState();
    expect(run && analysisOfRun(session.getState(), run).syntax.text).toBe(before.syntax.text);
  });
});
