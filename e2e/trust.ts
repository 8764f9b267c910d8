import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { card, openRunForm } from './app.ts';
import { expect, type Locator, type Page } from './fixtures.ts';

/** A server that a stranger's file calls. One that is called before the user agrees has won. */
export interface Stranger {
  readonly origin: string;
  /** What it was asked since it is there: method and path. */
  readonly calls: readonly string[];
  readonly close: () => Promise<void>;
}

export async function serveStranger(): Promise<Stranger> {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    if (request.method !== 'OPTIONS') calls.push(`${request.method} ${request.url}`);
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    response.writeHead(200, { ...headers, 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A workflow that calls this address. */
export function callOf(url: string): string {
  return `tasks:\n  - id: call\n    type: basic\n    use: core:http\n    with: { url: ${JSON.stringify(url)} }\n`;
}

export function trustOf(page: Page, name: string | RegExp): Locator {
  return page.getByRole('dialog', { name });
}

export async function pressRun(page: Page): Promise<void> {
  await openRunForm(page);
}

/** Copies a text as another program does. */
export async function copyElsewhere(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
}

/** Replaces the text of a trusted file by a stranger's that calls this address: before it runs, there is a question again. */
export async function pasteAndExpectQuestion(page: Page, editor: Locator, url: string): Promise<void> {
  await copyElsewhere(page, callOf(url));
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+V');
  await expect(card(page, 'call')).toBeVisible();
  await pressRun(page);
  await expect(trustOf(page, 'Trust “purchase-approval.yaml”?')).toContainText(new URL(url).origin);
}
