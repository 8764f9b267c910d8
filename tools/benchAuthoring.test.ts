import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { converse, type Model, replay, type Turn } from '../bench/authoring/converse.ts';
import { judgeTask } from '../bench/authoring/judgeTask.ts';
import { openModel } from '../bench/authoring/openModel.ts';
import { chooseTasks, readTasks } from '../bench/authoring/readTasks.ts';
import { readRecorded, writeRecorded } from '../bench/authoring/recorded.ts';
import { describeTopic } from '../engine/authoring/index.ts';
import type { JsonObject } from '../engine/base/index.ts';
import { numRuns } from '../engine/testing/index.ts';
import { serveModels, type WireAnswer } from '../engine/testing/wire/serveModels.ts';

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

const DONE: Turn = { text: 'Done.', toolCalls: [] };

/** A model that takes one turn after the other; `heard` gets all that it was told. */
function script(turns: readonly Turn[], heard: string[]): Model {
  const model = replay(turns);
  return {
    ...model,
    ask: (call) => {
      heard.push(call.instructions, ...call.messages.map(({ content }) => content));
      return model.ask(call);
    },
  };
}

describe('a conversation', () => {
  const task = all.find(({ name }) => name === 'retry-flaky-call');
  if (task === undefined) throw new Error('There is no such task.');
  const on = (changes: readonly JsonObject[]): Turn => {
    const input = { path: task.path, why: 'As asked.', changes };
    return { text: '', toolCalls: [{ id: '1', name: 'propose', input }] };
  };
  const right = on(task.reference);
  const wrong = on(task.wrong.changes);

  test('ends with a proposal that is right at first', async () => {
    const heard: string[] = [];
    const held = await converse(task, script([right, DONE], heard));
    expect(held).toMatchObject({ first: 'passed', last: 'passed' });
    expect(held.turns).toHaveLength(2);
    expect(heard.join('\n')).toContain(JSON.stringify(task.text).slice(1, -1));
    expect(heard.join('\n')).toContain('setField');
  });

  test('tells the findings of a wrong proposal, and nothing of the hidden tests', async () => {
    const heard: string[] = [];
    const held = await converse(task, script([wrong, right, DONE], heard));
    expect(held).toMatchObject({ first: 'refused', last: 'passed' });
    expect(heard.join('\n')).toContain('REQUIRED_KEY');
    expect(heard.join('\n')).toContain('interval');
    expect(heard.join('\n')).not.toContain('succeeds at the third attempt');
    expect(await converse(task, replay(held.turns))).toEqual(held);
  });

  test('lets it correct its proposal once', async () => {
    const held = await converse(task, script([wrong, wrong, right, DONE], []));
    expect(held).toMatchObject({ first: 'refused', last: 'refused' });
  });

  test('judges one that proposes nothing as refused, and one that changes something else as failed', async () => {
    const silent = await converse(task, script([{ text: 'I would add a retry.', toolCalls: [] }], []));
    expect(silent).toMatchObject({ first: 'refused', last: 'refused' });
    const other = on([{ command: 'setField', task: 'fetch', field: 'name', value: 'Retry' }]);
    expect(await converse(task, script([other, DONE], []))).toMatchObject({ first: 'failed', last: 'failed' });
    await expect(converse(task, script([right], []))).rejects.toThrow(/More was asked/u);
  });

  test('is held with a model of a provider, which gets its key', async () => {
    const models = await serveModels();
    const input = { path: task.path, why: 'As asked.', changes: task.reference };
    models.answer = ({ body }): WireAnswer =>
      JSON.stringify(body).includes('rounds_left')
        ? { text: ['Done.'] }
        : { text: [], toolCalls: [{ id: '1', name: 'propose', input }] };
    const model = openModel({ name: 'openai-compatible/tiny', url: `${models.url}own/v1`, key: 'a-key' });
    expect(await converse(task, model)).toMatchObject({ first: 'passed' });
    const [request] = models.requests;
    expect(request?.headers).toMatchObject({ authorization: 'Bearer a-key' });
    expect(JSON.stringify(request?.body)).toContain('flaky');
    models.answer = () => ({ fault: { status: 401 } });
    await expect(converse(task, model)).rejects.toThrow(/openai-compatible\/tiny/u);
    await models.close();
    expect(() => openModel({ name: 'tiny', url: null, key: null })).toThrow(/PROVIDER\/MODEL/u);
  });

  test('is kept in a file, and held again from it without the model', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-recorded-'));
    const models = await serveModels();
    // Wrong at first, right once it was told why.
    const answers = [task.wrong.changes, task.reference].map(
      (changes): WireAnswer => ({
        text: [],
        toolCalls: [{ id: '1', name: 'propose', input: { path: task.path, why: 'As asked.', changes } }],
      }),
    );
    models.answer = (): WireAnswer => answers.shift() ?? { text: ['Done.'] };
    const name = { name: 'openai-compatible/tiny', url: `${models.url}own/v1`, key: 'a-key' };
    const held = await converse(task, openModel(name));
    expect(held).toMatchObject({ first: 'refused', last: 'passed' });
    writeRecorded(folder, held);
    await models.close();
    await expect(converse(task, openModel(name))).rejects.toThrow(/tiny/u);
    expect(readFileSync(join(folder, `${task.name}.json`), 'utf8')).not.toContain('a-key');
    expect(await converse(task, replay(readRecorded(folder, task.name)))).toEqual(held);
    expect(() => readRecorded(folder, 'another-task')).toThrow(/another-task/u);
    writeFileSync(join(folder, 'another-task.json'), '{}');
    expect(() => readRecorded(folder, 'another-task')).toThrow('no list of turns');
    rmSync(folder, { recursive: true });
  });
});
