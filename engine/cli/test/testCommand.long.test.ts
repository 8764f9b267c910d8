import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ratioToFloor } from '../../testing/timing.ts';
import { folderOfTest, runInProcess } from '../testing.ts';
import { manySteps } from './testing.ts';

const folder = folderOfTest('many');

/** Writes a workflow with so many tests; answers with what runs them. */
function runner(count: number): () => Promise<void> {
  const { flow, tests } = manySteps('http://localhost:1/', count);
  writeFileSync(path.join(folder.path, `flow${count}.yaml`), flow);
  writeFileSync(path.join(folder.path, `flow${count}.test.yaml`), tests);
  return async () => {
    const ended = await runInProcess(['test', `flow${count}.test.yaml`], { folder: folder.path });
    expect(ended).toMatchObject({ code: 0, error: `${count} tests, 0 failed\n` });
  };
}

test('ten times the tests take little more than ten times as long', async () => {
  expect(await ratioToFloor(runner(1_000), runner(100), 3)).toBeLessThan(50);
});
