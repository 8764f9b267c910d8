import { beforeEach, expect, test } from 'vitest';
import { lockOf } from './Release.ts';
import { ReleaseCache } from './ReleaseCache.ts';

const SCOPE = 'https://host.example/app/';
const RELEASE = { version: 'two', files: ['', 'assets/a-1.js', 'assets/b-2.js', 'samples/index.json'] };

/** What is stored, by name of the cache and address. */
let stored: Map<string, Map<string, Response>>;
let asked: string[];
let site: Map<string, string>;
let isDown: boolean;

beforeEach(() => {
  stored = new Map();
  asked = [];
  isDown = false;
  site = new Map([
    [SCOPE, '<meta name="signalbox-release" content="two">'],
    ...RELEASE.files.slice(1).map((file) => [SCOPE + file, `new ${file}`] as const),
  ]);
});

function cacheOf(name: string): Map<string, Response> {
  const cache = stored.get(name) ?? new Map<string, Response>();
  stored.set(name, cache);
  return cache;
}

async function fetchFromSite(request: Request | string): Promise<Response> {
  const url = typeof request === 'string' ? request : request.url;
  asked.push(url);
  const text = site.get(url);
  if (isDown) return new Response('down', { status: 503 });
  return new Response(text ?? 'missing', { status: text === undefined ? 404 : 200 });
}

async function openCache(name: string) {
  return {
    match: async (url: string) => cacheOf(name).get(url)?.clone(),
    put: async (url: string, response: Response) => void cacheOf(name).set(url, response),
    delete: async (url: string) => cacheOf(name).delete(url),
  };
}

function make(scope = SCOPE, held: readonly string[] = []): ReleaseCache {
  const caches = {
    open: openCache,
    keys: async () => [...stored.keys()],
    has: async (name: string) => stored.has(name),
    delete: async (name: string) => stored.delete(name),
    match: async (url: string) =>
      [...stored.values()]
        .map((cache) => cache.get(url))
        .find(Boolean)
        ?.clone(),
  };
  return new ReleaseCache(RELEASE, {
    scope,
    caches: caches as unknown as CacheStorage,
    fetch: fetchFromSite,
    heldLocks: async () => held,
  });
}

async function read(answer: Promise<Response> | null): Promise<string | null> {
  return answer === null ? null : (await answer).text();
}

/** A page that is opened: a request of that mode cannot be made here. */
function navigate(url: string): Request {
  return new Proxy(new Request(url), {
    get: (request, name) => (name === 'mode' ? 'navigate' : Reflect.get(request, name, request)),
  });
}

test('the page and its files are answered without the network', async () => {
  const cache = make();
  await cache.install();
  asked = [];
  expect(await read(cache.answer(navigate(`${SCOPE}?utm=1`)))).toContain('"two"');
  expect(await read(cache.answer(navigate(`${SCOPE}index.html`)))).toContain('"two"');
  expect(await read(cache.answer(new Request(`${SCOPE}assets/a-1.js`)))).toBe('new assets/a-1.js');
  expect(asked).toEqual([]);
});

test('a version that has lost a part, which the site has no more, lets the next reload show that of the site', async () => {
  const cache = make();
  await cache.install();
  const [part, newer] = [`${SCOPE}assets/b-2.js`, '<meta name="signalbox-release" content="three">'];
  const open = async () => read(cache.answer(navigate(SCOPE)));
  site.set(SCOPE, newer);
  cacheOf(`signalbox ${SCOPE} two`).delete(part);
  // The site still has it: nothing is lost.
  expect(await read(cache.answer(new Request(part)))).toBe('new assets/b-2.js');
  expect(await open()).toContain('"two"');
  site.delete(part);
  // What it has is not known.
  isDown = true;
  expect(await read(cache.answer(new Request(part)))).toBe('down');
  expect(await open()).toContain('"two"');
  isDown = false;
  expect(await read(cache.answer(new Request(part)))).toBe('missing');
  expect(await open()).toBe(newer);
});

test('a part of another version that is lost gives up nothing', async () => {
  const cache = make();
  await cache.install();
  expect(await read(cache.answer(new Request(`${SCOPE}assets/older-1.js`)))).toBe('missing');
  expect(await read(cache.answer(navigate(SCOPE)))).toContain('"two"');
});

test('what is no file of the app is left to the browser', async () => {
  const cache = make();
  await cache.install();
  for (const request of [
    new Request(`${SCOPE}api/folder`),
    new Request(`${SCOPE}api/folder/files/samples/index.json`),
    new Request('https://host.example/oth/assets/a-1.js'),
    new Request('https://h0st.example/app/assets/a-1.js'),
    new Request(`${SCOPE}samples/index.json`, { method: 'POST' }),
    new Request(`${SCOPE}assets/a-1.js`, { headers: { range: 'bytes=0-1' } }),
    new Request(`${SCOPE}sw.js`),
  ])
    expect(cache.answer(request), request.url).toBe(null);
});

test('a version is kept whole or not at all, and never mixed with the next one', async () => {
  site.delete(`${SCOPE}assets/b-2.js`);
  await expect(make().install()).rejects.toThrow(/b-2\.js was not kept: 404/);
  site.set(`${SCOPE}assets/b-2.js`, 'there');
  site.set(SCOPE, '<meta name="signalbox-release" content="three">');
  await expect(make().install()).rejects.toThrow(/another version/);
});

test('parts that the version before had too are not fetched again; the others are', async () => {
  cacheOf(`signalbox ${SCOPE} one`).set(`${SCOPE}assets/a-1.js`, new Response('kept'));
  cacheOf(`signalbox ${SCOPE} one`).set(`${SCOPE}samples/index.json`, new Response('old'));
  const cache = make();
  await cache.install();
  expect(asked).not.toContain(`${SCOPE}assets/a-1.js`);
  expect(await read(cache.answer(new Request(`${SCOPE}samples/index.json`)))).toBe('new samples/index.json');
});

test('parts of an older version stay as long as a tab has it open, and nothing of another site is deleted', async () => {
  const part = `${SCOPE}assets/gone-9.js`;
  cacheOf(`signalbox ${SCOPE} one`).set(part, new Response('of one'));
  cacheOf('signalbox https://host.example/ one');
  cacheOf('of another program');
  const whileOpen = make(SCOPE, [lockOf('one')]);
  await whileOpen.install();
  await whileOpen.tidy();
  expect(await read(whileOpen.answer(new Request(part)))).toBe('of one');
  await make().tidy();
  expect([...stored.keys()].toSorted()).toEqual([
    'of another program',
    'signalbox https://host.example/ one',
    `signalbox ${SCOPE} two`,
  ]);
});

test('a version that was chosen is answered for until its own worker is in charge, where it is kept', async () => {
  cacheOf(`signalbox ${SCOPE} three`).set(SCOPE, new Response('page of three'));
  cacheOf(`signalbox ${SCOPE} three`).set(`${SCOPE}assets/c-3.js`, new Response('of three'));
  let cache = make();
  await cache.install();
  await cache.serve('four');
  expect(await read(cache.answer(navigate(SCOPE)))).toContain('"two"');
  await cache.serve('three');
  // The browser ends the worker and starts it again.
  cache = make();
  expect(await read(cache.answer(navigate(SCOPE)))).toBe('page of three');
  expect(await read(cache.answer(new Request(`${SCOPE}assets/c-3.js`)))).toBe('of three');
  // A tab of the version before goes on with its own.
  expect(await read(cache.answer(new Request(`${SCOPE}assets/a-1.js`)))).toBe('new assets/a-1.js');
});

test.each(['http://127.0.0.1:4173/', 'http://localhost:4173/', 'http://[::1]:4173/'])(
  'at %s the server is asked first for the page',
  async (scope) => {
    for (const [url, text] of Array.from(site)) site.set(url.replace(SCOPE, scope), text);
    const cache = make(scope);
    await cache.install();
    site.set(scope, 'another program');
    expect(await read(cache.answer(navigate(scope)))).toBe('another program');
  },
);
