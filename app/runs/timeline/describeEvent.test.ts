import { describe, expect, it } from 'vitest';
import { EMPTY_VIEW, type RunEvent } from '#engine/run';
import { describeEvent as describeIn } from './describeEvent.ts';

const nameOf = (taskId: string) => `Task ${taskId}`;
const describeEvent = (event: RunEvent) => describeIn(event, { view: EMPTY_VIEW, nameOf });

const AT = { seq: 1, at: 0, taskId: 'a', activation: 1 };

describe('describeEvent', () => {
  it('tells a pause over which the page was closed from an interruption', () => {
    const event = { seq: 1, at: 70_000, type: 'run.interrupted', since: 30_000, cause: 'closed', calls: [] } as const;
    const idle = [{ from: 20_000, to: null, reason: 'paused' }] as const;
    expect(describeEvent(event).text).toBe('Interrupted for 40 s');
    expect(describeIn(event, { view: { ...EMPTY_VIEW, idle }, nameOf }).text).toBe(
      'Still paused, and not open for 40 s',
    );
  });

  it('says why a task is retried, with a warning tone', () => {
    const error = { code: 'COMMUNICATION_ERROR', message: 'the server said 503', details: null };
    const line = describeEvent({
      ...AT,
      type: 'task.retrying',
      attempt: 1,
      attempts: 3,
      delay: 500,
      until: 500,
      error,
    });
    expect(line).toMatchObject({ taskId: 'a', tone: 'warning' });
    expect(line.text).toContain('Retries in 0.5 s');
    expect(line.text).toContain('the server said 503');
  });

  it('marks a made-up success', () => {
    const line = describeEvent({
      ...AT,
      type: 'task.succeeded',
      output: 1,
      duration: 3,
      retryCount: 0,
      simulated: true,
    });
    expect(line).toMatchObject({ tone: 'success' });
    expect(line.text).toContain('simulated');
  });

  it('names where a wire leads', () => {
    const line = describeEvent({ ...AT, type: 'edge.taken', via: 'on_success', target: 'b', with: {} });
    expect(line.text).toBe('on_success to Task b');
  });

  it('says how much time passed at once, and for which wait', () => {
    const passed = { seq: 1, at: 0, type: 'time.passed', by: 86_400_000 } as const;
    expect(describeEvent({ ...passed, step: { taskId: 'a', activation: 1 } }).text).toBe(
      'Virtual time: 1 d passed at once, as Task a waited',
    );
    expect(describeEvent({ ...passed, step: null }).text).toBe('Virtual time: 1 d passed at once');
  });
});
