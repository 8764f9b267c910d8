import { expect, test } from 'vitest';
import { parseRun } from './parseRun.ts';

test('a file is a new run, --resume continues the one in a journal, and --watch shows it', () => {
  expect(parseRun(['a.yaml', '--from', 'two', '--reuse', 'old.jsonl', '--seed', '7'])).toMatchObject({
    value: {
      kind: 'new',
      source: { file: 'a.yaml', input: null, thread: null },
      start: { seed: 7, part: { from: 'two', until: null, reuse: 'old.jsonl' } },
      record: { journal: null },
    },
  });
  expect(parseRun(['--journal', 'j', '--resume', '--repeat', 'no', '--json'])).toMatchObject({
    value: {
      kind: 'resume',
      source: { file: null },
      start: { repeat: 'no' },
      record: { journal: 'j' },
      output: { isJson: true },
    },
  });
  expect(parseRun(['--journal', 'j', '--watch'])).toEqual({
    ok: true,
    value: { kind: 'watch', record: { journal: 'j' }, output: { isJson: false } },
  });
});

test('a file beside --watch is refused: which run is shown is for the journal to say', () => {
  expect(parseRun(['a.yaml', '--journal', 'j', '--watch'])).toEqual({
    ok: false,
    error: '--watch shows the run in --journal j. Remove a.yaml.',
  });
});

test.each([
  ['simulate', ['--simulate']],
  ['seed', ['--seed', '7']],
  ['until', ['--until', 'two']],
  ['thread', ['--thread', 't']],
])('--%s is of a new run alone', (option, args) => {
  expect(parseRun(['--journal', 'j', '--resume', ...args])).toEqual({
    ok: false,
    error: `--${option} is fixed when a run starts; --resume continues with what it started with.`,
  });
});
