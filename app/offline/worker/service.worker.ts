/**
 * The service worker: keeps one version of the app, opens it without a network, and waits with the next one until a person
 * chooses it or no tab is open. docs/decisions/0049 says what it must not do.
 */
import type { Notice, Release, Request } from './Release.ts';
import { ReleaseCache } from './ReleaseCache.ts';

declare const self: ServiceWorkerGlobalScope;
/** Written before this file by the build. */
declare const RELEASE: Release;

const release = new ReleaseCache(RELEASE, {
  scope: self.registration.scope,
  caches: self.caches,
  fetch: (request, options) => fetch(request, options),
  heldLocks: async () => ((await self.navigator.locks.query()).held ?? []).map(({ name }) => name ?? ''),
});

self.addEventListener('install', (event) => event.waitUntil(release.install()));

// The first visit, too, has its later parts from here.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const answer = release.answer(event.request);
  if (answer !== null) event.respondWith(answer);
});

async function serve(version: string): Promise<void> {
  if (!(await release.serve(version))) return;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page of this worker has its origin.
  for (const client of await self.clients.matchAll()) client.postMessage({ served: version } satisfies Notice);
}

self.addEventListener('message', (event) => {
  const asked = event.data as Request;
  if (typeof asked === 'object')
    event.waitUntil(serve(asked.serve).then(() => event.ports[0]?.postMessage(asked.serve)));
  if (asked === 'name') event.ports[0]?.postMessage(RELEASE.version);
  // What waits, or is being fetched, belongs to no tab yet.
  const { waiting, installing } = self.registration;
  if (asked === 'tidy' && waiting === null && installing === null) event.waitUntil(release.tidy());
});
