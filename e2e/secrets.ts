import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from './fixtures.ts';

export const CANARY = 'canary-5f1d0c2e9a7b4836';

interface Recorder {
  readonly server: Server;
  readonly url: string;
  readonly keys: (string | undefined)[];
}

const recorders: Recorder[] = [];

/** A server that notes the key it is given, and gives it back. */
export async function record(): Promise<Recorder> {
  const keys: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    if (request.method === 'OPTIONS') return void response.writeHead(204, headers).end();
    const key = request.headers['x-api-key'];
    keys.push(typeof key === 'string' ? key : undefined);
    response.writeHead(200, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify({ echo: key }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const recorder = { server, url: `http://127.0.0.1:${port}`, keys };
  recorders.push(recorder);
  return recorder;
}

/** Ends the servers of a test. */
export async function closeRecorders(): Promise<void> {
  await Promise.all(
    recorders.splice(0).map(({ server }) => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    }),
  );
}

/** A workflow that sends the secret to an address. */
export function callOf(url: string): string {
  return `tasks:
  - id: call
    type: basic
    use: core:http
    with:
      url: "${url}/"
      headers: { x-api-key: "{{ env.CANARY_KEY }}" }
`;
}

/** Sets the secret where all variables are. */
export async function setSecret(page: Page, value: string): Promise<void> {
  await page.getByRole('button', { name: 'Variables' }).click();
  await page.getByRole('button', { name: 'CANARY_KEY', exact: true }).click();
  await fillSecret(page, value);
}

/** Sets the secret where its field is open. */
export async function fillSecret(page: Page, value: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Value of CANARY_KEY' });
  await field.fill(value);
  await field.press('Enter');
  await expect(page.getByText('set', { exact: true })).toBeVisible();
}

/** Keeps the secret as long as that says. */
export async function keep(page: Page, how: string): Promise<void> {
  await page.getByRole('combobox', { name: 'How long CANARY_KEY is kept' }).click();
  await page.getByRole('option', { name: how, exact: true }).click();
}

/** What is asked before the secret goes to a new address. */
export function question(page: Page, url: string) {
  return page.getByRole('dialog', { name: `May CANARY_KEY go to ${url}?` });
}
