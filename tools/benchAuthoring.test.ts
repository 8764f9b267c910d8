import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { judgeTask } from '../bench/authoring/judgeTask.ts';
import { readTasks } from '../bench/authoring/readTasks.ts';
import { describeTopic } from '../engine/cli/describe/describeTopic.ts';
import { numRuns } from '../engine/testing/index.ts';

const all = readTasks(fileURLToPath(new URL('../bench/authoring', import.meta.url)));

/** Some of all kinds in each `npm test`, all of them before a release: `npm run bench:authoring` proves them all, too. */
const step = Math.ceil(all.length / numRuns(7, all.length));
const tasks = all.filter((_, index) => index % step === 0);

/** What an author is told of a code who asks. */
function describeCode(code: string): string {
  const told = describeTopic(`diagnostic ${code}`);
  return told.ok ? told.value : '';
}

describe('a task of the authoring bench', () => {
  test.each(tasks)('$name has a reference that passes, and a wrong answer that is led on', async (task) => {
    expect(await judgeTask(task, describeCode)).toEqual([]);
  });
});
