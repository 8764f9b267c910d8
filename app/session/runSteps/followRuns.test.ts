import { beforeEach, expect, test } from 'vitest';
import { EMPTY_VIEW } from '#engine/run';
import type { ShownRun } from '../store/State.ts';
import { session, update } from '../store/store.ts';
import { resetSession } from '../testSession.ts';
import { holdFollowing, resumeFollowing, toggleFollowing } from './followRuns.ts';

const following = (): string => session.getState().view.following;

function show(status: 'running' | 'success'): void {
  update({ run: { shown: { view: { ...EMPTY_VIEW, status } } as unknown as ShownRun } });
}

beforeEach(() => resetSession({ 'a.yaml': 'tasks: []\n' }));

test('a view that is moved by hand stays there until the next run', () => {
  show('running');
  holdFollowing();
  expect(following()).toBe('held');
  resumeFollowing();
  expect(following()).toBe('on');
});

test('what is held follows again when a person asks for it', () => {
  show('running');
  holdFollowing();
  toggleFollowing();
  expect(following()).toBe('on');
});

test('no run is followed once that is turned off, the next one neither', () => {
  show('running');
  toggleFollowing();
  expect(following()).toBe('off');
  holdFollowing();
  resumeFollowing();
  expect(following()).toBe('off');
});

test('a view that is moved after the run has ended holds nothing', () => {
  show('success');
  holdFollowing();
  expect(following()).toBe('on');
});
