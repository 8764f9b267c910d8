import { beforeEach, expect, it } from 'vitest';
import { EMPTY_VIEW } from '#engine/run';
import { session } from '../../session/index.ts';
import type { ShownRun } from '../../session/run/index.ts';
import { resetSession } from '../../session/testSession.ts';
import { isResultOpen, resultOf, showResult } from './resultPanel.ts';

const ended = {
  runId: 'r',
  path: 'a.yaml',
  moment: null,
  selectedActivation: 3,
  selectedInside: null,
  view: { ...EMPTY_VIEW, status: 'success', output: { n: 1 } },
} as unknown as ShownRun;
const running = { ...ended, view: { ...ended.view, status: 'running', output: null } } as ShownRun;

beforeEach(() => resetSession({ 'a.yaml': 'tasks: [{ id: a, type: basic }]\n' }, { run: { shown: running } }));

it.each([
  ['opens the output of a run that has ended well', ended, null, 'output'],
  ['opens nothing while it runs', running, null, null],
  ['opens nothing of an instant', { ...ended, moment: { at: 1 } } as ShownRun, null, null],
  ['opens nothing where it gave nothing', { ...ended, view: { ...ended.view, output: null } }, null, null],
  ['opens what was asked for while it runs', running, { runId: 'r', part: 'text' }, 'text'],
  ['stays closed', ended, { runId: 'r', part: null }, null],
  ['forgets what was asked of another run', ended, { runId: 'before', part: null }, 'output'],
] as const)('%s', (_, run, wanted, part) => {
  expect(resultOf(run, wanted).part).toBe(part);
});

const atEnd = { part: 'output', isAsked: false } as const;
const asked = { part: 'output', isAsked: true } as const;

it.each([
  ['next to the timeline', {}, null, atEnd, true],
  ['behind a step', {}, 3, atEnd, false],
  ['behind the problems', { drawer: { isOpen: true, tab: 'problems' } }, null, asked, false],
  ['in a line on a phone', { isNarrow: true }, null, atEnd, false],
  ['asked for on a phone', { isNarrow: true }, null, asked, true],
  ['closed', {}, null, { part: null, isAsked: true }, false],
] as const)('is on screen or not: %s', (_, view, selectedActivation, result, isOpen) => {
  resetSession({ 'a.yaml': '' }, { run: { shown: { ...ended, selectedActivation } }, view });
  expect(isResultOpen(session.getState(), result)).toBe(isOpen);
});

it('takes the place of a step, and of the problems', () => {
  resetSession({ 'a.yaml': '' }, { run: { shown: running }, view: { drawer: { isOpen: true, tab: 'problems' } } });
  showResult('text');
  expect(session.getState()).toMatchObject({
    run: { shown: { selectedActivation: null } },
    view: { drawer: { isOpen: true, tab: 'timeline' } },
  });
});
