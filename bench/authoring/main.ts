import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject, type Json, loadPatterns } from '../../engine/base/index.ts';
import { describeTopic } from '../../engine/cli/describe/describeTopic.ts';
import { judgeAnswer } from './judgeAnswer.ts';
import { judgeTask } from './judgeTask.ts';
import { readTasks } from './readTasks.ts';

/** `npm run bench:authoring`: proves the tasks, or, with `--answers DIR`, judges the answers in it: `NAME.json`, a list of changes each. */
const [folder = '.', ...args] = process.argv.slice(2);
const at = args.indexOf('--answers');
const answers = at < 0 ? null : (args[at + 1] ?? '.');

await loadPatterns();
const tasks = readTasks(folder);
process.exitCode = answers === null ? await prove() : await judge(answers);

async function prove(): Promise<number> {
  let wrong = 0;
  for (const task of tasks) {
    const problems = await judgeTask(task, describeCode);
    if (problems.length > 0) wrong += 1;
    for (const problem of problems) console.log(`${task.name}: ${problem}`);
  }
  console.log(
    `${tasks.length - wrong} of ${tasks.length} tasks: the reference passes, and the wrong answer is led on.`,
  );
  return wrong === 0 ? 0 : 1;
}

/** One line of JSON for each task, and how many answers pass. */
async function judge(given: string): Promise<number> {
  let passed = 0;
  for (const task of tasks) {
    const file = path.join(given, `${task.name}.json`);
    const changes = existsSync(file) ? readChanges(file) : [];
    const { outcome, told, failures } = await judgeAnswer(task, changes);
    if (outcome === 'passed') passed += 1;
    const findings = told.map(({ code, words }) => ({ code, words }));
    console.log(JSON.stringify({ task: task.name, outcome, findings, failures }));
  }
  console.log(`${passed} of ${tasks.length} answers pass.`);
  return passed === tasks.length ? 0 : 1;
}

function readChanges(file: string) {
  const value = JSON.parse(readFileSync(file, 'utf8')) as Json;
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function describeCode(code: string): string {
  const told = describeTopic(`diagnostic ${code}`);
  return told.ok ? told.value : '';
}
