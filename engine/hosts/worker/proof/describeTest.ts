import { isJsonObject, type Json } from '../../../base/index.ts';
import { formatDuration } from '../../../model/index.ts';
import type { TestCase } from '../../../testFile/index.ts';

/** What is said of the input of a test at most, in characters. */
const MOST = 120;

/** How many tasks of a way are named. */
const NAMED = 4;

/** What a test gives its run, in a line for a list of tests; empty where it gives nothing. */
export function describeGiven({ input, answers, pins = [], signals, cassette }: TestCase): string {
  const parts = [
    describeInput(input),
    cassette === null ? '' : 'a recorded run',
    count(answers.length, 'answered task', 'answered tasks'),
    count(pins.length, 'pinned task', 'pinned tasks'),
    count(signals.length, 'signal', 'signals'),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** What a test expects of its run, in a line for a list of tests. */
export function describeExpected({ expect }: TestCase): string {
  const { status, path, isExactPath, never, tasks, calls, output, equals, that, within } = expect;
  const parts = [
    { success: 'success', error: 'an error', cancelled: 'cancelled' }[status],
    path.length === 0 ? '' : `${isExactPath ? 'only ' : ''}${describeWay(path)}`,
    never.length === 0 ? '' : `never ${never.join(', ')}`,
    count(tasks.length, 'task in detail', 'tasks in detail'),
    count(calls.length, 'kind of call', 'kinds of calls'),
    equals !== undefined ? 'this output' : output !== undefined ? 'parts of the output' : '',
    count(that.length, 'condition', 'conditions'),
    within === null ? '' : `within ${formatDuration(within)}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function describeInput(input: Json): string {
  const entries = isJsonObject(input) ? Object.entries(input).map(([key, value]) => `${key}: ${textOf(value)}`) : [];
  const text = isJsonObject(input) ? entries.join(', ') : textOf(input);
  return text.length > MOST ? `${text.slice(0, MOST).trimEnd()}…` : text;
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function describeWay(path: readonly string[]): string {
  if (path.length <= NAMED) return path.join(' → ');
  return `${path.slice(0, 2).join(' → ')} → … → ${path.at(-1)} (${path.length} tasks)`;
}

function count(many: number, one: string, more: string): string {
  return many === 0 ? '' : `${many} ${many === 1 ? one : more}`;
}
