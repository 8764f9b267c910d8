import { serveLoopback } from '../engine/testing/serving/serveLoopback.ts';
import { expect, test } from './fixtures.ts';
import { bringBack, escape, openSandbox } from './sandbox.ts';

test('code that escapes from a script reaches no storage, no network and no other worker', async ({ page }) => {
  const asked: string[] = [];
  const server = await serveLoopback((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' }).end('1');
  });
  try {
    const sandbox = await openSandbox(page);
    expect(await sandbox.evaluate(() => Reflect.get(globalThis, 'origin') ?? 'null')).toBe('null');
    const outcomes = await sandbox.evaluate(escape, `${server.url}leak`);
    expect(Object.entries(outcomes).filter(([, outcome]) => !outcome.startsWith('refused: '))).toEqual([]);
    expect(asked).toEqual([]);
    // What was taken from it does not come back.
    expect(await sandbox.evaluate(bringBack)).toEqual([]);
  } finally {
    await server.close();
  }
});
