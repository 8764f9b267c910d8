import { beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../store/store.ts';
import { resetSession } from '../testSession.ts';
import { followTemplate, forgetTemplate } from './followTemplate.ts';

/** Follows an address that can be changed, as a person does. */
function follow(hash: string) {
  let [at, go] = [hash, () => {}];
  const stop = vi.fn<() => void>();
  const bar = {
    read: () => at,
    onGo(listener: () => void) {
      go = listener;
      return stop;
    },
  };
  const stopped = followTemplate(bar);
  return { stop, stopped, goTo: (next: string) => [(at = next), go()] };
}

describe('an address that asks for a template', () => {
  beforeEach(() => resetSession({}));

  it('opens the gallery there, at once and when a person goes to it later', () => {
    const { goTo, stop, stopped } = follow('#/?template=trip-saga');
    expect(session.getState().view).toMatchObject({ dialog: 'templates', template: 'trip-saga' });
    forgetTemplate();
    goTo('#/?template=poll%2Djob');
    expect(session.getState().view).toMatchObject({ dialog: 'templates', template: 'poll-job' });
    stopped();
    expect(stop).toHaveBeenCalledOnce();
  });

  it.each(['', '#/a.yaml?run=r1', '#token=x&template=trip-saga', '#/'])('asks for none: %s', (hash) => {
    follow(hash);
    expect(session.getState().view.dialog).toBeNull();
  });
});
