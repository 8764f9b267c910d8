import { COMMANDS } from '../../engine/author/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../engine/base/index.ts';
import type { AuthoringTask } from './AuthoringTask.ts';
import { type Judged, judgeAnswer, type Told } from './judgeAnswer.ts';

/** What was said, the first by us: the last one is to be answered. */
export interface Said {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** Answers a conversation. `rules` is what it is told before all of it. */
export type Model = (rules: string, said: readonly Said[]) => Promise<string>;

/** A conversation about a task, and what came of it. */
export interface Conversation {
  readonly task: string;
  /** All that the model said, in order: enough to judge it once more without the model. */
  readonly answers: readonly string[];
  readonly first: Judged['outcome'];
  /** After it was told what is wrong, where something can be told. */
  readonly last: Judged['outcome'];
}

/** How often a model is told what its answer leads to: what the aim of the bench is about. */
const ROUNDS = 1;

/**
 * Asks a model for the changes that a task wants, and tells it once what the answer leads to, in the words that `propose` answers with.
 * It never sees the hidden tests: where these fail and nothing else is to be said, the conversation ends. `describe` tells of a topic.
 */
export async function converse(
  task: AuthoringTask,
  model: Model,
  describe: (topic: string) => string,
): Promise<Conversation> {
  const rules = writeRules(describe);
  const said: Said[] = [{ role: 'user', content: `${task.request.trim()}\n\n${task.path}:\n${task.text}` }];
  const outcomes: Judged['outcome'][] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const content = await model(rules, said);
    said.push({ role: 'assistant', content });
    const { outcome, told } = await judgeText(task, content);
    outcomes.push(outcome);
    if (outcome === 'passed' || told.length === 0) break;
    said.push({ role: 'user', content: writeFindings(told, describe) });
  }
  const [first = 'refused', last = first] = outcomes;
  const answers = said.filter(({ role }) => role === 'assistant').map(({ content }) => content);
  return { task: task.name, answers, first, last };
}

const NO_LIST: Told = {
  code: 'NO_LIST',
  words: 'The answer has no list of changes that can be read. Answer with one JSON list, and nothing else.',
  followed: null,
};

async function judgeText(task: AuthoringTask, content: string): Promise<Pick<Judged, 'outcome' | 'told'>> {
  const changes = readChanges(content);
  return changes === null ? { outcome: 'refused', told: [NO_LIST] } : judgeAnswer(task, changes);
}

/** The list of changes in a text that may say more; null where there is none. */
function readChanges(content: string): readonly JsonObject[] | null {
  const [start, end] = [content.indexOf('['), content.lastIndexOf(']')];
  if (start < 0 || end < start) return null;
  try {
    const value = JSON.parse(content.slice(start, end + 1)) as Json;
    return Array.isArray(value) && value.length > 0 && value.every(isJsonObject) ? value : null;
  } catch {
    return null;
  }
}

function writeRules(describe: (topic: string) => string): string {
  const commands = [...COMMANDS.keys()].map((name) => describe(`command ${name}`));
  return [
    'You change Signalbox workflows, which are YAML files. You get a request and a text. Answer with a JSON list of changes that do what is asked and nothing else. All of them apply together, in any order.',
    'Each change is one of these commands:',
    ...commands,
    'What else there is:',
    describe(''),
  ].join('\n\n');
}

function writeFindings(told: readonly Told[], describe: (topic: string) => string): string {
  const findings = told.map(({ code, words }) => [code, words, describe(`diagnostic ${code}`)].join('\n').trim());
  return `Your changes are not right yet. Nothing was written.\n\n${findings.join('\n\n')}\n\nAnswer with the whole list of changes once more.`;
}

/** A model that says again what was recorded. Throws where a conversation goes on for longer. */
export function replay(answers: readonly string[]): Model {
  return (_, said) => {
    const answer = answers[said.filter(({ role }) => role === 'assistant').length];
    if (answer === undefined)
      return Promise.reject(new Error('More was asked than is recorded. Record the conversation again.'));
    return Promise.resolve(answer);
  };
}
