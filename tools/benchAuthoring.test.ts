import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { converse, type Model, replay, type Said } from '../bench/authoring/converse.ts';
import { judgeTask } from '../bench/authoring/judgeTask.ts';
import { openModel } from '../bench/authoring/openModel.ts';
import { chooseTasks, readTasks } from '../bench/authoring/readTasks.ts';
import { describeTopic } from '../engine/cli/describe/describeTopic.ts';
import { numRuns } from '../engine/testing/index.ts';
import { serveModels } from '../engine/testing/wire/serveModels.ts';

const all = readTasks(fileURLToPath(new URL('../bench/authoring', import.meta.url)));

/** Some of all kinds in each `npm test`, all of them before a release: `npm run bench:authoring` proves them all, too. */
const step = Math.ceil(all.length / numRuns(7, all.length));
const tasks = all.filter((_, index) => index % step === 0);

test('a name that no task has is an error, and so is a bench without tasks: neither proves anything', () => {
  expect(chooseTasks(all, undefined)).toBe(all);
  expect(chooseTasks(all, 'retry-flaky-call').map(({ name }) => name)).toEqual(['retry-flaky-call']);
  expect(() => chooseTasks(all, 'retry-flaky')).toThrow('There is no task “retry-flaky”.');
  expect(() => chooseTasks([], undefined)).toThrow('no tasks');
});

/** What an author is told who asks. */
function tell(topic: string): string {
  const told = describeTopic(topic);
  return told.ok ? told.value : '';
}

describe('a task of the authoring bench', () => {
  test.each(tasks)('$name has a reference that passes, and a wrong answer that is led on', async (task) => {
    expect(await judgeTask(task, (code) => tell(`diagnostic ${code}`))).toEqual([]);
  });
});

/** A model that says one thing after the other; `heard` gets all that it was told. */
function script(answers: readonly string[], heard: string[]): Model {
  const model = replay(answers);
  return (rules, said: readonly Said[]) => {
    heard.push(rules, ...said.map(({ content }) => content));
    return model(rules, said);
  };
}

describe('a conversation', () => {
  const task = all.find(({ name }) => name === 'retry-flaky-call');
  if (task === undefined) throw new Error('There is no such task.');
  const right = JSON.stringify(task.reference);
  const wrong = JSON.stringify(task.wrong.changes);

  test('ends with an answer that is right at first, whatever is around it', async () => {
    const heard: string[] = [];
    const held = await converse(task, script([`Here it is:\n\`\`\`json\n${right}\n\`\`\``], heard), tell);
    expect(held).toMatchObject({ first: 'passed', last: 'passed' });
    expect(held.answers).toHaveLength(1);
    expect(heard.join('\n')).toContain(task.text);
    expect(heard.join('\n')).toContain('setField');
  });

  test('tells the findings of a wrong answer once, and nothing of the hidden tests', async () => {
    const heard: string[] = [];
    const held = await converse(task, script([wrong, right], heard), tell);
    expect(held).toMatchObject({ first: 'refused', last: 'passed' });
    expect(heard.at(-1)).toContain('REQUIRED_KEY');
    expect(heard.at(-1)).toContain('interval');
    expect(heard.join('\n')).not.toContain('succeeds at the third attempt');
    const again = await converse(task, replay(held.answers), tell);
    expect(again).toEqual(held);
  });

  test('tells one that gave no list so, and ends where nothing can be told', async () => {
    const heard: string[] = [];
    const lost = await converse(task, script(['I would add a retry.', 'I said so.'], heard), tell);
    expect(lost).toMatchObject({ first: 'refused', last: 'refused' });
    expect(heard.at(-1)).toContain('NO_LIST');
    const other = JSON.stringify([{ command: 'setField', task: 'fetch', field: 'name', value: 'Retry' }]);
    const silent = await converse(task, script([other], []), tell);
    expect(silent).toMatchObject({ first: 'failed', last: 'failed', answers: [other] });
  });

  test('is held with a model of a provider, which gets its key', async () => {
    const models = await serveModels();
    models.answer = () => ({ text: [right] });
    const model = openModel({ name: 'openai-compatible/tiny', url: `${models.url}own/v1`, key: 'a-key' });
    expect(await converse(task, model, tell)).toMatchObject({ first: 'passed' });
    const [request] = models.requests;
    expect(request?.headers).toMatchObject({ authorization: 'Bearer a-key' });
    expect(JSON.stringify(request?.body)).toContain('flaky');
    models.answer = () => ({ fault: { status: 401 } });
    await expect(converse(task, model, tell)).rejects.toThrow(/openai-compatible\/tiny/u);
    await models.close();
    expect(() => openModel({ name: 'tiny', url: null, key: null })).toThrow(/PROVIDER\/MODEL/u);
  });
});
