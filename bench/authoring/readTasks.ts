import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type AuthoringTask, readTask } from './AuthoringTask.ts';

/** All tasks of a folder of the bench, in order of their names. */
export function readTasks(folder: string): readonly AuthoringTask[] {
  const read = (...parts: readonly string[]): string => readFileSync(path.join(folder, ...parts), 'utf8');
  const names = readdirSync(path.join(folder, 'tasks')).filter((name) => name.endsWith('.yaml'));
  return names
    .toSorted()
    .map((name) =>
      readTask(name.replace(/\.yaml$/u, ''), read('tasks', name), (text) => read('texts', `${text}.yaml`)),
    );
}
