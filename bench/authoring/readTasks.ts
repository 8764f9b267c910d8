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

/** The task that is named, or without a name all of them. Throws where that is none: what proves nothing must not look proven. */
export function chooseTasks(all: readonly AuthoringTask[], name: string | undefined): readonly AuthoringTask[] {
  const chosen = name === undefined ? all : all.filter((task) => task.name === name);
  if (chosen.length > 0) return chosen;
  throw new Error(
    name === undefined
      ? 'There are no tasks in this folder.'
      : `There is no task “${name}”. The files in bench/authoring/tasks have the names.`,
  );
}
