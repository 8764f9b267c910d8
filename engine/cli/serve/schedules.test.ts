import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { numRuns } from '../../testing/numRuns.ts';
import { Shell } from '../testing.ts';
import { ServedProcess } from './testing.ts';

let shell: Shell;
beforeAll(() => {
  shell = new Shell();
}, 60_000);
afterAll(() => shell.remove());

function listRuns(folder: string): readonly string[] {
  const runs = path.join(shell.folder, folder, '.signalbox/runs');
  const files = readdirSync(runs, { recursive: true, encoding: 'utf8' });
  return files.filter((name) => name.endsWith('.jsonl')).sort();
}

/** As it is in ids of runs: `20260504T110000Z`. */
function toTime(file: string): number {
  const [, date = '', h = '', m = '', s = ''] = /-(\d{8})T(\d\d)(\d\d)(\d\d)Z\.jsonl$/.exec(file) ?? [];
  const day = date.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  return Date.parse(`${day}T${h}:${m}:${s}Z`);
}

/** How often the server is started: all but the last time it is killed. */
const ROUNDS = numRuns(1) > 1 ? 8 : 2;

test('a schedule of each second, and kills: each second has one run, in the end', async () => {
  shell.write('flows/tick.yaml', 'tasks:\n  - { id: a, type: basic, use: core:log, with: { message: tick } }\n');
  const each = 'workflow: tick, cron: "* * * * * *", missed: all, overlap: start';
  shell.write('flows/signalbox.serve.yaml', `schedules:\n  each: { ${each}, input: { due: "{{ schedule.due }}" } }\n`);
  for (let round = 0; round < ROUNDS; round += 1) {
    const served = await ServedProcess.start(shell, ['flows']);
    const before = listRuns('flows').length;
    await expect.poll(() => listRuns('flows').length, { timeout: 30_000 }).toBeGreaterThan(before + 1);
    const isLast = round === ROUNDS - 1;
    if (isLast) {
      const answer = await fetch(`${served.address}/api/triggers`);
      const [first] = (await answer.json()).schedules;
      expect(first).toMatchObject({ name: 'each', workflow: 'tick', time_zone: 'UTC', queued: 0, problem: null });
      expect(await (await fetch(`${served.address}/api/runs/${first.last_run}`)).json()).toMatchObject({
        workflow: 'tick',
        trigger: 'schedule each',
      });
    }
    expect(await served.stop(isLast ? 'SIGTERM' : 'SIGKILL')).toMatchObject(isLast ? { code: 0 } : {});
  }
  const times = listRuns('flows').map(toTime);
  const [first = 0] = times;
  expect(times).toEqual(times.map((_, index) => first + index * 1000));
}, 120_000);

test('what is wrong in a schedule ends the server at once, with its line', async () => {
  const schedule = '  night:\n    workflow: gone\n    cron: 0 3 * *\n    time_zone: Berlin\n';
  shell.write('wrong/signalbox.serve.yaml', `schedules:\n${schedule}`);
  expect(await shell.runHere(['serve', 'wrong', '--port', '0'])).toMatchObject({
    code: 2,
    error: [
      'signalbox.serve.yaml:4:5 schedules.night.cron has 4 fields. Write five, such as "0 3 * * 1-5", or six with seconds first.',
      'signalbox.serve.yaml:5:5 schedules.night.time_zone is not a time zone. Write one such as Europe/Berlin.',
      '',
    ].join('\n'),
  });
});
