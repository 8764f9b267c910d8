import { expect, test } from 'vitest';
import { readWorkflow } from '../../model/index.ts';
import type { RunEvent, RunEventBody } from '../../run/index.ts';
import { parseSyntax } from '../../syntax/index.ts';
import { Progress } from './progress.ts';

const WORKFLOW = readWorkflow(parseSyntax('tasks: [{ id: ask, name: Approve, type: wait }]'));

/** Ten o'clock by the clock of this computer. */
const TEN = new Date(2026, 0, 2, 10).getTime();

/** The line of a wait that begins at ten. */
function lineOf(reason: string, until: number | null): string {
  const event: RunEvent = { seq: 1, at: TEN, type: 'task.waiting', taskId: 'ask', activation: 1, reason, until };
  return new Progress(WORKFLOW)
    .format(event)
    .reduce<string>((text, part) => text + (typeof part === 'string' ? part : part.text), '');
}

test('a task that waits says for what, and until when by the clock', () => {
  expect(lineOf('signal approved', TEN + 90_000)).toBe('  ~ Approve waiting for signal approved until 10:01:30\n');
  expect(lineOf('condition', TEN + 90_000)).toBe('  ~ Approve waiting for its condition until 10:01:30\n');
  expect(lineOf('delay', TEN + 90_000)).toBe('  ~ Approve waiting until 10:01:30\n');
});

test('a time of another day has its date, and one beyond all dates is left out', () => {
  expect(lineOf('delay', TEN + 24 * 3_600_000)).toBe('  ~ Approve waiting until 2026-01-03 10:00:00\n');
  expect(lineOf('signal go', null)).toBe('  ~ Approve waiting for signal go\n');
  expect(lineOf('signal go', 1e16)).toBe('  ~ Approve waiting for signal go\n');
});

test('a name of a signal stays on its line', () => {
  expect(lineOf('signal a\nb', null)).toBe('  ~ Approve waiting for signal a b\n');
});

test('a warning names what was most likely meant, and the end says how many there were', () => {
  const lines = new Progress(WORKFLOW);
  const bodies: readonly RunEventBody[] = [
    { type: 'run.started', runId: 'r', input: { amount: 5 }, simulate: false },
    { type: 'warning', taskId: 'ask', code: 'MISSING_REFERENCE', message: 'It reads it.', path: 'input.amout' },
    { type: 'run.finished', status: 'success', output: null, error: null },
  ];
  const printed = bodies.flatMap((body, seq) => lines.format({ seq, at: TEN, ...body }));
  const text = printed.map((part) => (typeof part === 'string' ? part : part.text)).join('');
  expect(text).toBe('  ! It reads it. Did you mean `input.amount`?\n  ! 1 warning: see the lines marked with !\n');
});
