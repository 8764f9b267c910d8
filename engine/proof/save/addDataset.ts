import { type Data, isJsonObject, jsonObject, ok, ownValue, type Result, toData, toJson } from '../../base/index.ts';
import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import { type ResolvedUse, resolveUse, walkTasks } from '../../model/index.ts';
import { parseSyntax, setValue } from '../../syntax/index.ts';
import { readTestFile } from '../../testFile/index.ts';
import { applyEdits, type Refusal } from '../../text/index.ts';
import { isPureBuiltIn } from '../play/isPure.ts';

/** A file of rows that becomes a dataset of a workflow. */
export interface RowsToAdd {
  readonly analysis: Analysis;
  /** The test file as it is; empty for a new one. */
  readonly text: string;
  /** The file of rows, as the test names it. */
  readonly each: string;
  /** The keys of its rows. */
  readonly keys: readonly string[];
}

/** Keys of rows that say what a row is called, or which answer is wanted. */
const NO_INPUT = new Set(['id', 'name', 'ideal', 'expected', 'messages', 'system']);

/**
 * Adds a test to a file that is played for each row of another: keys of rows are given as the input of the same name, agents are asked for real, whatever
 * else reaches out is simulated, so that the rows can be played at once, and the answer that a row wants is compared with the output. A first draft, to be changed. Refused where the file cannot be changed.
 */
export function addDataset({ analysis, text, each, keys }: RowsToAdd): Result<{ text: string; name: string }, Refusal> {
  const { file } = readTestFile(text);
  const tests = [...file.tests, ...file.datasets.map(({ test }) => test)];
  const stem = each.slice(each.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  const name = freeName(stem, new Set(tests.map((test) => test.name)));
  const ideal = keys.find((key) => key === 'ideal' || key === 'expected');
  const input = inputOf(analysis, keys);
  const answers = draftAnswers(analysis);
  const test = {
    name,
    each,
    ...(input.length === 0 ? {} : { input: jsonObject(input) }),
    ...(answers.length === 0 ? {} : { answers: jsonObject(answers) }),
    ...(ideal === undefined ? {} : { score: `{{ ${outputOf(analysis)} == row.${ideal} }}` }),
  };
  const edits = setValue(parseSyntax(text), ['tests', tests.length], toData(test));
  return edits.ok ? ok({ text: applyEdits(text, edits.value), name }) : edits;
}

const template = (key: string): string => `{{ row.${key} }}`;

/** What each input is filled with. Of a workflow with one text that no key is called like, what the user said last. */
function inputOf(analysis: Analysis, keys: readonly string[]): readonly (readonly [string, string])[] {
  const { inputSchema } = effectiveWorkflow(analysis);
  const schema = inputSchema === null ? null : toJson(inputSchema);
  const declared = isJsonObject(schema) ? ownValue(schema, 'properties') : undefined;
  const own = keys.filter((key) => !NO_INPUT.has(key) && /^[A-Za-z_]\w*$/.test(key));
  if (!isJsonObject(declared)) return own.map((key) => [key, template(key)]);
  const names = Object.keys(declared);
  const known = names.filter((key) => keys.includes(key));
  if (known.length > 0) return known.map((key) => [key, template(key)]);
  const [only] = names;
  const first = own.includes('prompt') ? 'prompt' : own[0];
  return only === undefined || first === undefined ? [] : [[only, template(first)]];
}

/** What is compared: the one value that the workflow gives, else all of its output. */
function outputOf(analysis: Analysis): string {
  const { outputs } = effectiveWorkflow(analysis);
  const [only, ...others] = outputs === null ? [] : outputs.keys();
  return only !== undefined && others.length === 0 && /^[A-Za-z_]\w*$/.test(only) ? `output.${only}` : 'output';
}

/** What answers each task that a test cannot play by itself: an agent is asked for real, and anything else is simulated. */
function draftAnswers(analysis: Analysis): readonly (readonly [string, string])[] {
  const workflow = effectiveWorkflow(analysis);
  const drafted: [string, string][] = [];
  for (const { task } of walkTasks(workflow)) {
    const answer = draftAnswer(resolveUse(workflow, task), task.with);
    if (answer !== null) drafted.push([task.id, answer]);
  }
  return drafted;
}

function draftAnswer(use: ResolvedUse, given: Data | null): 'live' | 'simulate' | null {
  switch (use.kind) {
    case 'none':
    case 'unresolved':
      return null;
    case 'agent':
      return use.agent.config?.get('provider') === 'mock' ? null : 'live';
    case 'core':
      return isPureBuiltIn(`core:${use.name}`, toJson(given)) ? null : 'simulate';
    default:
      return 'simulate';
  }
}

/** A name that no test of a file has: the one that is wanted, or with a number behind it. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) if (!taken.has(`${name} ${number}`)) return `${name} ${number}`;
}
