import { expect, test } from 'vitest';
import { serveLoopback } from '../../testing/serving/serveLoopback.ts';
import { Ingress } from './Ingress.ts';

test('credentials of an address are sent as a header, and no message has them or those of another address', async () => {
  const authorizations: unknown[] = [];
  const server = await serveLoopback((request, response) => {
    authorizations.push(request.headers.authorization);
    response.writeHead(400).end('Nobody is at http://me:word@127.0.0.1:9/path?token=4711, it says.');
  });
  const address = server.url.replace('http://', 'http://user:pass@').replace(/\/$/, '');
  const ingress = new Ingress({ ingress: address, admin: address });
  const message = 'Restate answered 400: Nobody is at http://127.0.0.1:9/path?… it says.';
  await expect(ingress.query('SELECT 1')).rejects.toThrow(message);
  expect(authorizations).toEqual([`Basic ${Buffer.from('user:pass').toString('base64')}`]);
  await server.close();
  const gone = await ingress.query('SELECT 1').catch(String);
  // More may follow it.
  expect(gone).toMatch(/^UnreachableError: Restate does not answer at http:\/\/127\.0\.0\.1:\d+\. .*[^.]\.$/);
  expect(gone).not.toMatch(/user|pass/);
});
