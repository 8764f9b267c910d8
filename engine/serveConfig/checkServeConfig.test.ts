import { beforeAll, expect, test } from 'vitest';
import { loadPatterns } from '../base/index.ts';
import { checkServeConfig } from './checkServeConfig.ts';
import { readConfig } from './readConfig.ts';

beforeAll(() => loadPatterns());

/** The texts of what is wrong, each with its message. */
function findings(text: string, workflows: readonly string[] = ['orders']): readonly (readonly [string, string])[] {
  return checkServeConfig(text, (name) => workflows.includes(name)).map(({ code, range, message }) => [
    `${code} ${text.slice(range.start, range.end)}`,
    message,
  ]);
}

test('says at its place what the server would refuse', () => {
  expect(findings('schedules:\n  a: { workflow: orders, cron: "0 3 * * *" }\n')).toEqual([]);
  expect(findings('schedules:\n  a: { workflow: order, cron: "0 3 * * *" }\n')).toEqual([
    ['SERVE_CONFIG workflow', expect.stringContaining('there is no file order.yaml')],
  ]);
  expect(findings('schedules:\n  a: { workflow: orders, cron: daily }\n')).toEqual([
    ['SERVE_CONFIG cron', expect.stringContaining('1 field')],
  ]);
  expect(findings('tasks: []\n')).toEqual([['SERVE_CONFIG tasks', expect.stringContaining('tasks')]]);
});

test('broken YAML is that alone', () => {
  expect(checkServeConfig('env: [A').map(({ code }) => code)).toEqual(['SYNTAX_ERROR']);
});

test('a line that is indented with a tab is told as that, with its fix', () => {
  const text = 'schedules:\n  a:\n\tworkflow: orders\n';
  const [found] = checkServeConfig(text);
  expect(found?.code).toBe('TAB_INDENT');
  expect(found?.fixes?.[0]?.title).toBe('Indent with spaces');
  const read = readConfig(text);
  expect(read.ok ? [] : read.error).toMatchObject([
    { line: 3, message: expect.stringContaining('indented with a tab') },
  ]);
});
