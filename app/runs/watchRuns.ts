import { notify, session, watch } from '../session/index.ts';
import { openRun } from '../session/run/index.ts';
import { setTellsOfRuns } from '../session/runSteps/index.ts';
import { badgeOf, newsBetween, type RunNews, tellNews, toStandings } from './parts/runNews.ts';

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
