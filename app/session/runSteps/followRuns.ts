import { announce } from '../store/notices.ts';
import { session, update } from '../store/store.ts';

/** Whether the canvas follows runs: a person turns that on and off, and holds it for a run by moving the view. */
export function toggleFollowing(): void {
  const isOn = session.getState().view.following === 'on';
  update({ view: { following: isOn ? 'off' : 'on' } });
  announce(isOn ? 'The view stays where it is.' : 'The view follows the run.');
}

/** The view was moved by hand: it stays there until the next run, or until it is to follow again. */
export function holdFollowing(): void {
  const { view, run } = session.getState();
  if (view.following === 'on' && run.shown?.view.status === 'running') update({ view: { following: 'held' } });
}

/** Another run is followed again, where runs are. */
export function resumeFollowing(): void {
  if (session.getState().view.following === 'held') update({ view: { following: 'on' } });
}
