import { serveLoopback } from '../engine/testing/serving/serveLoopback.ts';
import { importText, showNewRun } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';
import { drawer, state } from './runs.ts';

interface SentRequest {
  readonly method: string;
  readonly body: string;
  readonly key: string;
}

/** A server that keeps the requests it is sent, and answers each with how many there were. */
export async function serveOrders() {
  const requests: SentRequest[] = [];
  const server = await serveLoopback((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*, idempotency-key, content-type');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const key = String(request.headers['idempotency-key'] ?? '');
      requests.push({ method: request.method ?? '', body: Buffer.concat(pieces).toString(), key });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ count: requests.length }));
    });
  });
  return { ...server, requests };
}

/** Runs a file of one task that makes one call, and opens that call. Answers with its step. */
export async function runAndOpenCall(page: Page, text: string, id: string): Promise<Locator> {
  await importText(page, `${id}.yaml`, text);
  await page.getByRole('banner').getByRole('button', { name: 'Run' }).click();
  await page.getByRole('button', { name: 'Trust and continue' }).click();
  await showNewRun(page, () => page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click());
  await expect(state(page, /^Success in/)).toBeVisible();
  await drawer(page)
    .getByRole('button', { name: new RegExp(`^${id}, success`) })
    .click();
  await page.getByRole('tab', { name: /^Calls/ }).click();
  return page.getByRole('region', { name: `Step ${id}` });
}

/** Waits for the answer to the request that was sent again. */
export async function expectCount(step: Locator, count: number): Promise<void> {
  const answer = step.getByRole('region', { name: 'Answer to the request that was sent again' });
  await answer.getByRole('radio', { name: 'Raw' }).click();
  await expect(answer).toContainText(new RegExp(`"count":\\s*${count}\\b`));
}
