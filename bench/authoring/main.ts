import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { describeTopic } from '../../engine/authoring/index.ts';
import { isJsonObject, type Json, loadPatterns } from '../../engine/base/index.ts';
import type { AuthoringTask } from './AuthoringTask.ts';
import { type Conversation, converse, type Model, replay } from './converse.ts';
import { judgeAnswer } from './judgeAnswer.ts';
import { judgeTask } from './judgeTask.ts';
import { openModel } from './openModel.ts';
import { chooseTasks, readTasks } from './readTasks.ts';
import { readRecorded, writeRecorded } from './recorded.ts';

/**
 * `npm run bench:authoring`: proves the tasks. `--answers DIR` judges the answers in it: `NAME.json`, a list of changes each. `--model PROVIDER/MODEL`
 * asks a model, `--record DIR` keeps what it said, and `--replay DIR` judges that again. `--only NAME` does one task.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    answers: { type: 'string' },
    model: { type: 'string' },
    url: { type: 'string' },
    record: { type: 'string' },
    replay: { type: 'string' },
    only: { type: 'string' },
  },
});

await loadPatterns();
const tasks = chooseTasks(readTasks(positionals[0] ?? '.'), values.only);
process.exitCode = await run();

function run(): Promise<number> {
  const { answers, model, url = null, replay: recorded } = values;
  if (answers !== undefined) return judge(answers);
  if (recorded !== undefined) return ask((task) => replay(readRecorded(recorded, task)));
  if (model === undefined) return prove();
  const opened = openModel({ name: model, url, key: process.env['SIGNALBOX_MODEL_KEY'] ?? null });
  return ask(() => opened);
}

async function prove(): Promise<number> {
  let wrong = 0;
  for (const task of tasks) {
    const problems = await judgeTask(task, (code) => describe(`diagnostic ${code}`));
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
    const changes = existsSync(file) ? readList(file).filter(isJsonObject) : [];
    const { outcome, told, failures } = await judgeAnswer(task, changes);
    if (outcome === 'passed') passed += 1;
    const findings = told.map(({ code, words }) => ({ code, words }));
    console.log(JSON.stringify({ task: task.name, outcome, findings, failures }));
  }
  console.log(`${passed} of ${tasks.length} answers pass.`);
  return passed === tasks.length ? 0 : 1;
}

/** One line of JSON for each task, and how many are right at first, and after they were told what is wrong. */
async function ask(modelOf: (task: string) => Model): Promise<number> {
  const count = { first: 0, last: 0, unanswered: 0 };
  for (const task of tasks) {
    const conversation = await hold(task, modelOf);
    if (conversation === null) {
      count.unanswered += 1;
      continue;
    }
    const { first, last, turns } = conversation;
    if (first === 'passed') count.first += 1;
    if (last === 'passed') count.last += 1;
    console.log(JSON.stringify({ task: task.name, first, last, turns: turns.length }));
    if (values.record !== undefined) writeRecorded(values.record, conversation);
  }
  console.log(`${count.first} of ${tasks.length} are right at first, ${count.last} after one round of findings.`);
  return count.unanswered === 0 ? 0 : 1;
}

/** The conversation about a task; null, and why, where the model does not answer: the others may be answered. */
async function hold(task: AuthoringTask, modelOf: (task: string) => Model): Promise<Conversation | null> {
  try {
    return await converse(task, modelOf(task.name));
  } catch (error) {
    console.log(JSON.stringify({ task: task.name, problem: error instanceof Error ? error.message : String(error) }));
    return null;
  }
}

function readList(file: string): readonly Json[] {
  const value = JSON.parse(readFileSync(file, 'utf8')) as Json;
  return Array.isArray(value) ? value : [];
}

function describe(topic: string): string {
  const told = describeTopic(topic);
  return told.ok ? told.value : '';
}
