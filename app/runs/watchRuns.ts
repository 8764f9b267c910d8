import type { RunSummary } from '#engine/worker';
import { notify, session, watch } from '../session/index.ts';
import { openRun } from '../session/run/index.ts';
import { setTellsOfRuns } from '../session/runSteps/index.ts';

/** What is used of the page, and how it tells a person outside of it. */
export interface NewsPage {
  readonly isHidden: () => boolean;
  readonly onVisible: (listener: () => void) => void;
  /** Puts words before the title; null: takes them away. */
  readonly setBadge: (badge: string | null) => void;
  /** Shows a notification, where the person allowed it; `open` is called when it is clicked. */
  readonly tell: (news: RunNews, open: () => void) => void;
}

/**
 * Tells of runs that end, or wait for a person, while the page is hidden: in the title of the page, which is as it was when the page
 * is looked at again, and by notifications where the person asked for them. Answers with a function that stops that.
 */
export function watchRuns(page: NewsPage = browserPage()): () => void {
  let before = toStandings(session.getState().run.history);
  let unseen: readonly RunNews[] = [];
  page.onVisible(() => {
    unseen = [];
    page.setBadge(null);
  });
  return watch(
    (state) => state.run.history,
    (history) => {
      const after = toStandings(history);
      const news = newsBetween(before, after);
      // A filter takes rows out of the list, not runs out of the world.
      before = new Map([...before, ...after]);
      if (news.length === 0 || !page.isHidden()) return;
      unseen = [...unseen, ...news];
      page.setBadge(badgeOf(unseen));
      if (!session.getState().view.tellsOfRuns) return;
      for (const each of news) page.tell(each, () => void openRun(each.runId));
    },
  );
}

/** The page in its browser. The badge is before whatever the title is. */
function browserPage(): NewsPage {
  let own: string | null = null;
  return {
    isHidden: () => document.visibilityState === 'hidden',
    onVisible: (listener) =>
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') listener();
      }),
    setBadge: (badge) => {
      const plain = own !== null && document.title.startsWith(own) ? document.title.slice(own.length) : document.title;
      own = badge === null ? null : `${badge} · `;
      document.title = `${own ?? ''}${plain}`;
    },
    tell: (news, open) => {
      if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
      try {
        const shown = new Notification(tellNews(news), { tag: news.runId });
        shown.addEventListener('click', () => {
          window.focus();
          shown.close();
          open();
        });
      } catch {
        // A browser of a phone gives them to service workers alone; the title tells.
      }
    },
  };
}

/**
 * Turns notifications on or off, asked for by a person: only then does the browser ask whether it may show them. Where it may not,
 * a notice says what to do.
 */
export async function toggleNews(): Promise<void> {
  if (session.getState().view.tellsOfRuns) {
    setTellsOfRuns(false);
    notify({ kind: 'info', message: 'Runs no longer notify you. The title of the page still says what happened.' });
    return;
  }
  const permission = await askPermission();
  if (permission === 'granted') {
    setTellsOfRuns(true);
    notify({
      kind: 'info',
      message: 'You are notified when a run ends or waits for you while this page is not in view.',
    });
    return;
  }
  notify({ kind: 'warning', message: REFUSALS[permission] });
}

async function askPermission(): Promise<NotificationPermission | 'none' | 'insecure'> {
  // There the browser refuses without a question, and has no setting for it.
  if (!globalThis.isSecureContext) return 'insecure';
  return typeof Notification === 'undefined' ? 'none' : Notification.requestPermission();
}

const REFUSALS = {
  insecure:
    'Browsers show notifications only for pages loaded over HTTPS or from this computer; this one was loaded over plain HTTP. The title of the page says what happened.',
  none: 'This browser shows no notifications here. The title of the page says what happened.',
  denied:
    'The browser does not allow notifications of this page. Allow them in its settings for this site, then try again.',
  default: 'Notifications were not allowed, so they stay off.',
} as const;

/** What a person may wait for: a run that ends, one that asks something, or one that a person has to let continue. */
type Standing = 'working' | 'asks' | 'stopped' | 'success' | 'error' | 'cancelled';

/** The state of one run. */
interface RunStanding {
  readonly path: string;
  readonly standing: Standing;
}

/** The states of runs, by their ids. */
type Standings = ReadonlyMap<string, RunStanding>;

/** Something worth telling of a run: it has ended, or waits for a person. */
interface RunNews extends RunStanding {
  readonly runId: string;
}

/** Pauses that no one asked for. */
const UNASKED: ReadonlySet<string> = new Set(['breakpoint', 'budget', 'interrupted', 'child', 'storage', 'missing']);

/** Reads the states of runs of the history. */
export function toStandings(rows: readonly RunSummary[]): Standings {
  return new Map(rows.map((row) => [row.runId, { path: row.path, standing: standingOf(row) }]));
}

function standingOf({ status, signal, paused }: RunSummary): Standing {
  if (status === 'interrupted') return 'cancelled';
  if (status !== 'running') return status;
  if (signal !== undefined) return 'asks';
  return paused !== undefined && UNASKED.has(paused) ? 'stopped' : 'working';
}

/** What is new: runs that were on their way, and have ended or wait now. Of runs not known before, nothing is told. */
export function newsBetween(before: Standings, after: Standings): readonly RunNews[] {
  return [...after].flatMap(([runId, now]) => {
    const then = before.get(runId)?.standing;
    const isOnWay = then === 'working' || then === 'asks' || then === 'stopped';
    return isOnWay && now.standing !== then && now.standing !== 'working' ? [{ runId, ...now }] : [];
  });
}

const SIGNS: Readonly<Record<Exclude<Standing, 'working'>, readonly [sign: string, words: string]>> = {
  success: ['✓', 'finished'],
  error: ['!', 'failed'],
  cancelled: ['–', 'was stopped'],
  asks: ['?', 'waits for an answer'],
  stopped: ['?', 'has paused'],
};

/** News in words: `orders.yaml waits for an answer`. */
export function tellNews({ path, standing }: RunNews): string {
  return standing === 'working' ? path : `${nameOf(path)} ${SIGNS[standing][1]}`;
}

/**
 * What the title of the page says before its own words, of the latest news of each run: the sign and the words of one
 * (`✓ orders.yaml finished`), a count of more (`(2) 1 failed, 1 waits for an answer`). Empty without news.
 */
export function badgeOf(news: readonly RunNews[]): string {
  const latest = [...new Map(news.map((each) => [each.runId, each])).values()];
  const [only] = latest;
  if (only === undefined || only.standing === 'working') return '';
  if (latest.length === 1) return `${SIGNS[only.standing][0]} ${tellNews(only)}`;
  const counts = new Map<string, number>();
  for (const { standing } of latest) {
    const words = standing === 'working' ? '' : SIGNS[standing][1];
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return `(${latest.length}) ${[...counts].map(([words, count]) => `${count} ${words}`).join(', ')}`;
}

function nameOf(path: string): string {
  return path.split('/').at(-1) ?? path;
}
