import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../testing/given/durations.ts';
import { createSteadyTime } from './steadyTime.ts';

/** A machine whose clocks a test sets: `pass` advances all clocks, `sleep` all but the steady one. */
function createMachine(hasUptime: boolean) {
  let [wall, steady, uptime] = [1_767_225_600_000, 500, 90_000];
  const time = createSteadyTime({
    wall: () => wall,
    steady: () => steady,
    ...(hasUptime ? { uptime: () => Math.floor(uptime / 10) * 10 } : {}),
  });
  const start = time.now();
  const pass = (ms: number): void => {
    wall += ms;
    steady += ms;
    uptime += ms;
  };
  return {
    /** ms since the start, by the clock. */
    read: () => time.now() - start,
    pass,
    /** As `pass`, with the clock read regularly, as it is while something waits. */
    live: (ms: number) => {
      for (let left = ms; left > 0; left -= 250) {
        pass(Math.min(left, 250));
        time.now();
      }
    },
    setWall: (by: number) => {
      wall += by;
    },
    sleep: (ms: number) => {
      wall += ms;
      uptime += ms;
      // Devices are put to sleep and woken while no process runs.
      pass(800);
    },
  };
}

describe.each([
  ['a machine that counts its sleep', true],
  ['a machine that does not', false],
])('on %s', (_, hasUptime) => {
  test.each([HOUR, -HOUR, 365 * 24 * HOUR, -5 * MINUTE, 3000])(
    'a wall clock that is set by %d ms moves nothing',
    (by) => {
      const machine = createMachine(hasUptime);
      machine.live(MINUTE);
      machine.setWall(by);
      machine.live(4 * MINUTE);
      expect(machine.read()).toBe(5 * MINUTE);
    },
  );

  test('sleep counts as time', () => {
    const machine = createMachine(hasUptime);
    machine.live(MINUTE);
    machine.sleep(8 * HOUR);
    expect(machine.read()).toBeGreaterThan(8 * HOUR + MINUTE);
    expect(machine.read()).toBeLessThan(8 * HOUR + MINUTE + 2000);
    machine.live(MINUTE);
    machine.setWall(-8 * HOUR);
    machine.live(MINUTE);
    expect(machine.read()).toBeLessThan(8 * HOUR + 3 * MINUTE + 2000);
  });

  test('time never goes back', () => {
    const machine = createMachine(hasUptime);
    let last = machine.read();
    for (const step of [
      () => machine.setWall(-HOUR),
      () => machine.sleep(MINUTE),
      () => machine.setWall(HOUR),
      () => machine.pass(10),
      () => machine.setWall(-2 * HOUR),
      () => machine.sleep(HOUR),
    ]) {
      step();
      expect(machine.read()).toBeGreaterThanOrEqual(last);
      last = machine.read();
    }
  });
});
