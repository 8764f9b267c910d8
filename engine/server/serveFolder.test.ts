import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Disk, ServerUnderTest } from './testing.ts';

let disk: Disk;
let server: ServerUnderTest;

beforeEach(async () => {
  disk = new Disk({ 'one.yaml': 'tasks: []\n' });
  server = await ServerUnderTest.start(disk);
});

afterEach(async () => {
  await server.close();
  disk.remove();
});

describe('the token of the address', () => {
  test('is exchanged for a key once; nothing of the folder is told without it', async () => {
    for (const address of ['/api/folder', '/api/folder/changes', '/api/folder/files/one.yaml', '/api/none'])
      expect(await server.ask(address)).toMatchObject({ status: 401, code: 'ACCESS_NEEDED' });
    expect(await server.exchange('wrong')).toMatchObject({ status: 401, code: 'ACCESS_NEEDED' });
    await server.enter();
    expect(await server.ask('/api/folder')).toMatchObject({ status: 200 });
    expect(await server.exchange(server.token)).toMatchObject({ status: 401, code: 'TOKEN_USED' });
  });

  test.each(['', '{', '{"token": 5}', 'null'])('is not read out of %j', async (body) => {
    expect(await server.ask('/api/session', { method: 'POST', body })).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
    });
  });

  test('is looked for in a small body only', async () => {
    const body = JSON.stringify({ token: 'x'.repeat(2000) });
    expect(await server.ask('/api/session', { method: 'POST', body })).toMatchObject({ status: 413 });
  });

  test('and the key let nobody in under another form', async () => {
    for (const Authorization of ['', 'Bearer', 'Bearer ', `Bearer ${server.token}`, `Basic ${server.token}`])
      expect(await server.ask('/api/folder', { headers: { Authorization } })).toMatchObject({ status: 401 });
  });
});

describe('a request of another site', () => {
  test.each(['evil.example', '127.0.0.1', '127.0.0.1:1', 'localhost', '[::1]:80', 'localhost.evil.example:PORT'])(
    'under the name %s is refused, for the app and for the folder',
    async (name) => {
      await server.enter();
      const headers = { Host: name.replace('PORT', String(server.port)) };
      for (const address of ['/', '/api/folder'])
        expect(await server.ask(address, { headers })).toMatchObject({ status: 421, code: 'HOST_REFUSED' });
    },
  );

  test('under the names of this computer is answered', async () => {
    await server.enter();
    for (const name of ['127.0.0.1', 'localhost', 'LOCALHOST']) {
      const headers = { Host: `${name}:${server.port}` };
      expect(await server.ask('/api/folder', { headers })).toMatchObject({ status: 200 });
    }
  });

  test.each([
    { Origin: 'http://evil.example' },
    { Origin: 'null' },
    { Origin: 'http://127.0.0.1:1' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' },
  ])('with %j is refused, with the key too', async (headers) => {
    await server.enter();
    for (const address of ['/', '/api/folder'])
      expect(await server.ask(address, { headers })).toMatchObject({
        status: 403,
        code: 'SITE_REFUSED',
      });
  });

  test('that opens the app in a tab is answered: a link shows it to the person alone', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
    expect(await server.ask('/', { headers })).toMatchObject({ status: 200 });
    expect(await server.ask('/api/folder', { headers })).toMatchObject({ status: 401 });
  });

  test('of its own page is answered', async () => {
    await server.enter();
    const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: `http://127.0.0.1:${server.port}` };
    expect(await server.ask('/api/folder', { headers })).toMatchObject({ status: 200 });
  });
});

describe('the app', () => {
  test('is sent with the headers of the built app, and with the mark of the folder', async () => {
    const page = await server.ask('/');
    expect(page.text).toMatch(/<head>.*<meta name="signalbox-folder" content="[0-9a-f]{16}"><\/head>/);
    expect(page.headers).toMatchObject({ policy: 'page', 'x-content-type-options': 'nosniff' });
    expect((await server.ask('/sandbox/worker.js')).headers).toMatchObject({
      policy: 'sandbox',
      'x-content-type-options': 'nosniff',
      'content-type': 'text/javascript; charset=utf-8',
    });
    expect(await server.ask('/none.js')).toMatchObject({ status: 404, headers: { policy: 'page' } });
  });

  test('is neither kept nor installed: the port is of another folder by tomorrow', async () => {
    expect((await server.ask('/')).text).not.toContain('manifest');
    for (const address of ['/sw.js', '/manifest.webmanifest'])
      expect(await server.ask(address)).toMatchObject({ status: 404 });
  });

  test.each([
    '/_headers',
    '/../flows/one.yaml',
    '/%2e%2e/flows/one.yaml',
    '/sandbox/../../flows/one.yaml',
    '/%',
    '//x',
  ])('has nothing at %s', async (address) => {
    expect(await server.ask(address)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  test('takes nothing', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect(await server.ask('/', { method })).toMatchObject({ status: 405, code: 'METHOD_REFUSED' });
    expect(await server.ask('/', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  });
});

test('the port of a folder is the same each time; where it is taken, another one is used', async () => {
  const { serveFolder } = await import('./index.ts');
  const options = { folder: disk.folder, appFolder: `${disk.outside}/app`, port: null };
  const first = await serveFolder(options);
  const second = await serveFolder(options);
  expect(second.port).not.toBe(first.port);
  await first.close();
  const third = await serveFolder(options);
  expect(third.port).toBe(first.port);
  await third.close();
  await expect(serveFolder({ ...options, port: second.port })).rejects.toThrow(/Port \d+ is used by another program/);
  await second.close();
});

test('an app that was not built is named, with what to do', async () => {
  const { serveFolder } = await import('./index.ts');
  const options = { folder: disk.folder, appFolder: `${disk.outside}/none`, port: 0 };
  await expect(serveFolder(options)).rejects.toThrow(/npm run build/);
});
