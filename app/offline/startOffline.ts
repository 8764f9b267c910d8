import { savesData } from '#engine/worker';
import { servedId } from '../platform/index.ts';
import { notify, port } from '../session/index.ts';
import { offerRelease } from '../session/storage/index.ts';
import { lockOf, type Notice, type Request } from './worker/Release.ts';

/** How long after a look for a new version the next one comes at the earliest, in ms. */
const LOOK_AGAIN = 60 * 60 * 1000;

/** How long a worker may take to answer, in ms. One of an earlier version does not know every request, and never does. */
const PATIENCE = 3_000;

/**
 * Keeps the app on this device and looks for new versions of it. A page that `signalbox open` serves, or the dev server,
 * has no version: there the worker of another server that had this port before is removed.
 */
export async function startOffline(): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker === undefined) return;
  const version = document.querySelector<HTMLMetaElement>('meta[name="signalbox-release"]')?.content;
  // What the browser refuses (a private window, blocked site data) is not there, and the app works as without it.
  if (version === undefined || servedId() !== '') await retire(serviceWorker).catch(() => undefined);
  else await connect(serviceWorker, version).catch(() => undefined);
}

async function retire(workers: ServiceWorkerContainer): Promise<void> {
  for (const registration of await workers.getRegistrations()) await registration.unregister();
  for (const name of await caches.keys()) if (name.startsWith('signalbox ')) await caches.delete(name);
}

async function connect(workers: ServiceWorkerContainer, version: string): Promise<void> {
  // All files of the app are several MB: who saves data has them kept only where they are kept already.
  if (savesData() && !(await workers.getRegistration())) return;
  // For as long as the page is open: its files are kept, whatever version other tabs have.
  navigator.locks
    .request(lockOf(version), { mode: 'shared' }, () => new Promise(() => undefined))
    .catch(() => undefined);
  await workers.register(new URL('sw.js', document.baseURI));
  const registration = await workers.getRegistration();
  if (!registration) return;
  const release = new ReleaseChoice(registration, version);
  registration.addEventListener('updatefound', () => release.watchInstalling());
  workers.addEventListener('message', ({ data }) => release.hear(data as Notice));
  release.watchInstalling();
  await release.offer();
  registration.active?.postMessage('tidy' satisfies Request);
  lookAgain(registration);
}

/** Looks for a new version when the person comes back to the page, or the network does. */
function lookAgain(registration: ServiceWorkerRegistration): void {
  let last = Date.now();
  const look = (): void => {
    if (document.visibilityState !== 'visible' || Date.now() - last < LOOK_AGAIN) return;
    last = Date.now();
    registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', look);
  window.addEventListener('online', look);
}

/** What a person is told of a version that waits, and what becomes of their choice. Nothing reloads without it. */
class ReleaseChoice {
  readonly #registration: ServiceWorkerRegistration;
  readonly #version: string;
  #isChosen = false;

  constructor(registration: ServiceWorkerRegistration, version: string) {
    this.#registration = registration;
    this.#version = version;
  }

  watchInstalling(): void {
    const { installing } = this.#registration;
    installing?.addEventListener('statechange', () => void this.offer());
  }

  /** Offers the version that waits, if any. One that this page has already, from the network, is answered for from now on. */
  async offer(): Promise<void> {
    const { waiting, active } = this.#registration;
    if (!waiting || !active) return;
    const version = await ask(waiting, 'name');
    if (version === this.#version) await ask(active, { serve: version });
    else this.#say('A new version of Signalbox is here. Files, edits and runs are kept.', 'Use it now');
  }

  /** A tab chose another version: this one keeps what it has. */
  hear({ served }: Notice): void {
    if (!this.#isChosen && served !== this.#version)
      this.#say('Signalbox was updated in another tab. This tab keeps its version.', 'Reload');
  }

  #say(message: string, label: string): void {
    offerRelease(() => this.#use());
    notify({ kind: 'info', message, action: { label, run: () => void this.#use() }, stays: true });
  }

  async #use(): Promise<void> {
    if (!((await port('storage')?.flush()) ?? false)) {
      notify({
        kind: 'warning',
        message:
          'The page was not reloaded: not everything is saved on this device yet. Save or download your files, then try again.',
      });
      return;
    }
    this.#isChosen = true;
    // Without a worker the page and all its parts come from the site, and are kept again after that.
    if (!(await this.#makeWay())) await this.#registration.unregister().catch(() => false);
    location.reload();
  }

  /**
   * Has the version that waits answered for, if any; false where no worker says that it is. It is in charge once no tab is open. Until then
   * the one before answers for it: to end that one would cut off what pages ask it.
   */
  async #makeWay(): Promise<boolean> {
    const { waiting, active } = this.#registration;
    if (!waiting || !active) return true;
    const version = await ask(waiting, 'name');
    return version !== null && (await ask(active, { serve: version })) === version;
  }
}

/** The answer of a worker to what it is asked: the name of a version. Null where it gives none. */
function ask(worker: ServiceWorker, request: Request): Promise<string | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const settle = (answer: string | null): void => {
      clearTimeout(timer);
      port1.close();
      resolve(answer);
    };
    const timer = setTimeout(() => settle(null), PATIENCE);
    port1.addEventListener('message', ({ data }) => settle(String(data)));
    port1.start();
    worker.postMessage(request, [port2]);
  });
}
