import { expect, test } from 'vitest';
import { RUN } from './RUN.ts';

test('a file is a new run, --resume continues the one in a journal, and --watch shows it', () => {
  expect(RUN.parse(['a.yaml', '--from', 'two', '--reuse', 'old.jsonl', '--seed', '7'])).toMatchObject({
    kind: 'new',
    source: { file: 'a.yaml', input: null, thread: null },
    start: { seed: 7, part: { from: 'two', until: null, reuse: 'old.jsonl' } },
    record: { journal: null },
  });
  expect(RUN.parse(['--journal', 'j', '--resume', '--repeat', 'no', '--json'])).toMatchObject({
    kind: 'resume',
    source: { file: null },
    start: { repeat: 'no' },
    record: { journal: 'j' },
  });
  expect(RUN.parse(['--journal', 'j', '--watch', '--json'])).toEqual({ kind: 'watch', record: { journal: 'j' } });
});

test('a file beside --watch is refused: which run is shown is for the journal to say', () => {
  expect(() => RUN.parse(['a.yaml', '--journal', 'j', '--watch'])).toThrow(
    '--watch shows the run in --journal j. Remove a.yaml.',
  );
});

test.each([
  ['simulate', ['--simulate']],
  ['seed', ['--seed', '7']],
  ['until', ['--until', 'two']],
  ['thread', ['--thread', 't']],
])('--%s is of a new run alone', (option, args) => {
  expect(() => RUN.parse(['--journal', 'j', '--resume', ...args])).toThrow(
    `--${option} and --resume cannot be given together. It is fixed when a run starts`,
  );
});
