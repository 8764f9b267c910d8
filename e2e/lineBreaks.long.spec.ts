import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importText, openApp, runBadge, trustFile } from './app.ts';
import { expect, type Locator, test } from './fixtures.ts';
import { question } from './secrets.ts';

const LINES = 'id,text\na,money\nb,parcel';
const PEM =
  '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQ\nEFAASCBKcwggSjAgEAAoIBAQ==\n-----END PRIVATE KEY-----\n';

/** Pastes as a browser does: into the field that has the focus, where the page does not take it. */
async function paste(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.evaluate((element: HTMLElement, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    if (element.dispatchEvent(event)) document.execCommand('insertText', false, pasted);
  }, text);
}

test('what is pasted arrives with its lines: in the run form, as a variable, as a secret', async ({ page }) => {
  const came: unknown[] = [];
  const server = createServer((request, response) => {
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      if (request.method !== 'OPTIONS')
        came.push([new URL(request.url ?? '', url).searchParams.get('key'), JSON.parse(body)]);
      response.writeHead(200, headers).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await openApp(page);
  await importText(
    page,
    'lines.yaml',
    `schema: { input: { type: object, required: [csv], properties: { csv: { type: string } } } }
tasks:
  - id: send
    type: basic
    use: core:http
    with: { url: '${url}/?key={{ env.CANARY_KEY }}', method: POST, json: { csv: '{{ input.csv }}', region: '{{ env.REGION }}' } }
`,
  );
  await page.getByRole('button', { name: 'Variables' }).click();
  await page.getByRole('button', { name: 'CANARY_KEY', exact: true }).click();
  const secret = page.getByRole('textbox', { name: 'Value of CANARY_KEY' });
  await paste(secret, 'other\nkey');
  // What is typed takes its place, and Escape gives it up.
  await page.keyboard.type('x');
  await expect(secret).toHaveValue('x');
  await page.keyboard.press('Escape');
  await paste(secret, PEM);
  await page.keyboard.press('Enter');
  await expect(page.getByText('set', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'REGION', exact: true }).click();
  const region = page.getByRole('textbox', { name: 'Value of REGION' });
  await paste(region, 'eu\nus');
  await region.blur();
  await page.getByRole('banner').getByRole('button', { name: 'Run' }).click();
  const dialog = page.getByRole('dialog');
  await trustFile(page);
  const csv = dialog.getByRole('textbox', { name: /csv/i });
  await paste(csv, LINES);
  // Enter in a text of several lines is one more line, and no start.
  await csv.press('Enter');
  await expect(csv).toHaveValue(`${LINES}\n`);
  await csv.press('Backspace');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await question(page, url).getByRole('button', { name: 'Only in this run' }).click();
  await expect(runBadge(page)).toHaveText(/^Success in/);
  expect(came).toEqual([[PEM, { csv: LINES, region: 'eu\nus' }]]);
  await page.getByRole('banner').getByRole('button', { name: 'Run' }).click();
  await csv.fill('one line');
  await csv.press('Enter');
  await question(page, url).getByRole('button', { name: 'Only in this run' }).click();
  await expect(() => expect(came).toHaveLength(2)).toPass();
  server.closeAllConnections();
  server.close();
});
