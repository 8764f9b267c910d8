import { beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_VIEW, foldRun, type RunEvent } from '#engine/run';
import { session } from '../store/store.ts';
import { resetSession } from '../testSession.ts';
import { moveMoment, showMoment } from './runMoment.ts';
import { receive, show } from './runShown.ts';
import { viewAfter } from './viewAfter.ts';

/** A run of `count` tasks, one after another: two events each, 10 ms apart. */
function chain(count: number): readonly RunEvent[] {
  const started: RunEvent = { seq: 0, at: 1000, type: 'run.started', runId: 'r', input: {}, simulate: false };
  const tasks = Array.from({ length: count }, (_, index): readonly RunEvent[] => {
    const ref = { taskId: `t${index}`, activation: index + 1 };
    const [seq, at] = [1 + index * 2, 1010 + index * 20];
    return [
      { seq, at, type: 'task.started', ...ref, parent: null, operation: null, input: null },
      {
        seq: seq + 1,
        at: at + 10,
        type: 'task.succeeded',
        ...ref,
        output: index,
        duration: 10,
        retryCount: 0,
        simulated: false,
      },
    ];
  });
  return [started, ...tasks.flat()];
}

describe('an instant of a run', () => {
  const events = chain(1000);
  beforeEach(() => {
    resetSession({ 'a.yaml': '' });
    show({ runId: 'r', path: 'a.yaml', source: '', events });
  });

  it('is what was seen after so many events, whatever was looked at before', () => {
    for (const count of [1, 2001, 401, 400, 399, 800, 1203, 1204, 1600, 7])
      expect(viewAfter(events, count)).toEqual(foldRun(EMPTY_VIEW, events.slice(0, count)));
  });

  it('costs few events, also the first time, and while the run continues', () => {
    const [first, later] = [chain(10_000), 15_001];
    show({ runId: 'r', path: 'a.yaml', source: '', events: first.slice(0, later) });
    receive({ runId: 'r', events: first.slice(later) });
    const all = session.getState().run.shown?.events ?? [];
    let folded = 0;
    const counted = Object.assign(all.slice(), {
      slice: (from: number, to: number): RunEvent[] => {
        folded += to - from;
        return all.slice(from, to);
      },
    });
    for (let count = 1; count <= all.length; count += 1237) {
      folded = 0;
      expect(viewAfter(counted, all.length - count).eventCount).toBe(all.length - count);
      expect(folded).toBeLessThan(1000);
    }
    folded = 0;
    viewAfter(counted, all.length);
    expect(folded).toBe(0);
  });

  it('of another run with as many events is that run’s', () => {
    viewAfter(events, 500);
    const others = chain(1000).map((event) => ({ ...event, at: event.at + 5 }));
    expect(viewAfter(others, 500).startedAt).toBe(1005);
  });

  it('is moved by events, stays inside the run, and is left', () => {
    moveMoment(-1);
    expect(session.getState().run.shown?.moment).toMatchObject({ count: 2000, at: 21_000 - 10 });
    moveMoment(-5000);
    expect(session.getState().run.shown?.moment?.count).toBe(1);
    showMoment(9999);
    expect(session.getState().run.shown?.moment?.count).toBe(2001);
    showMoment(null);
    expect(session.getState().run.shown?.moment).toBeNull();
  });
});
