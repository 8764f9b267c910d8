import { afterEach, expect, test, vi } from 'vitest';
import type { RunSummary } from '#engine/worker';
import { INITIAL_STATE, session, update } from '../session/store/store.ts';
import { collectNotices } from '../session/testSession.ts';
import { type NewsPage, toggleNews, watchRuns } from './watchRuns.ts';

afterEach(() => update(INITIAL_STATE));

const row = (status: RunSummary['status'], signal?: string): RunSummary => ({
  runId: 'run-1',
  path: 'orders.yaml',
  name: null,
  status,
  startedAt: 0,
  endedAt: null,
  simulate: false,
  simulated: false,
  ...(signal === undefined ? {} : { signal }),
});

function show(...history: readonly RunSummary[]): void {
  update({ run: { history } });
}

/** A page that is hidden until it is looked at, and notes what it shows. */
function createPage() {
  const shown = { isHidden: true, badge: null as string | null, told: [] as string[] };
  const listeners: (() => void)[] = [];
  const page: NewsPage = {
    isHidden: () => shown.isHidden,
    onVisible: (listener) => void listeners.push(listener),
    setBadge: (badge) => void Object.assign(shown, { badge }),
    tell: ({ runId, standing }) => void shown.told.push(`${runId} ${standing}`),
  };
  const look = (): void => {
    shown.isHidden = false;
    for (const listener of listeners) listener();
  };
  return { page, shown, look };
}

test('a hidden page says in its title that a run waits and ended, until it is looked at', () => {
  const { page, shown, look } = createPage();
  show(row('running'));
  const stop = watchRuns(page);
  show(row('running', 'approval'));
  expect(shown.badge).toBe('? orders.yaml waits for an answer');
  // Taken out of the list by a filter, and back.
  show();
  show(row('success'));
  expect(shown.badge).toBe('✓ orders.yaml finished');
  expect(shown.told).toEqual([]);
  look();
  expect(shown.badge).toBe(null);
  stop();
});

test('notifications are shown only where a person asked for them, and only of a page that is not in view', () => {
  const { page, shown, look } = createPage();
  show(row('running'));
  const stop = watchRuns(page);
  update({ view: { tellsOfRuns: true } });
  show(row('running', 'approval'));
  expect(shown.told).toEqual(['run-1 asks']);
  look();
  show(row('error'));
  expect(shown.told).toEqual(['run-1 asks']);
  expect(shown.badge).toBe(null);
  stop();
});

test('a page that came over plain HTTP says why it shows no notifications, and sends nobody to settings that are not there', async () => {
  vi.stubGlobal('isSecureContext', false);
  vi.stubGlobal('Notification', { permission: 'denied', requestPermission: async () => 'denied' });
  const notices = collectNotices();
  await toggleNews();
  vi.unstubAllGlobals();
  expect(notices).toMatchObject([{ kind: 'warning', message: expect.stringMatching(/over HTTPS.*plain HTTP/) }]);
  expect(notices[0]?.message).not.toContain('settings');
  expect(session.getState().view.tellsOfRuns).toBe(false);
});
