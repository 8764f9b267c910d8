import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PROBLEMS } from './ApiProblem.ts';
import { ROUTES } from './openApi.ts';
import { ApiUnderTest } from './testing.ts';

const page = readFileSync('docs/serve-api.md', 'utf8');

interface Message {
  readonly head: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The requests of the page, each with the answer that follows it. */
function readExamples(): readonly { readonly asked: Message; readonly answered: Message }[] {
  const messages = [...page.matchAll(/```(?:http|text)\n([\s\S]*?)```/g)].map(([, text = '']) => {
    const [top = '', ...rest] = text.split('\n\n');
    const [head = '', ...lines] = top.trim().split('\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.split(':', 1)[0] ?? '', line.replace(/^[^:]*: /, '')]),
    );
    return { head, headers, body: rest.join('\n\n') };
  });
  return messages.flatMap((asked, index) => {
    const answered = messages[index + 1];
    return index % 2 === 0 && answered !== undefined ? [{ asked, answered }] : [];
  });
}

test('each request of docs/serve-api.md is answered as it says', async () => {
  const api = await ApiUnderTest.start();
  const examples = readExamples();
  expect(examples).toHaveLength(5);
  for (const [index, { asked, answered }] of examples.entries()) {
    const [method = '', path = ''] = asked.head.split(' ');
    const body = asked.body === '' ? {} : { body: asked.body };
    const answer = await api.ask(method, path, { headers: asked.headers, ...body });
    const headers = Object.fromEntries(
      Object.entries(answered.headers).map(([key, value]) => [key.toLowerCase(), value]),
    );
    expect(answer).toMatchObject({ status: Number(answered.head), headers });
    if (answer.body === null) expect(answer.text).toBe(answered.body);
    else expect(answer.body).toEqual(JSON.parse(answered.body));
    // The run that the page starts ends before it is asked for.
    if (index === 0) api.runs.finish(answered.headers['Location']?.split('/').at(-1) ?? '', { ordered: true });
  }
  await api.close();
});

test('docs/serve-api.md has each route, and each code of a problem with its status', () => {
  for (const { path } of ROUTES) expect(page).toContain(path.replace(/^\/api\/runs\/\{id\}\/(resume|cancel)$/, '…/$1'));
  const rows = [...page.matchAll(/^\| (\d{3}) \|([^|]*)\|/gm)].flatMap(([, status, codes = '']) =>
    [...codes.matchAll(/`(\w+)`/g)].map(([, code = '']) => [code, Number(status)]),
  );
  const known = Object.entries(PROBLEMS).map(([code, [status]]) => [code, status]);
  expect(new Map(rows as [string, number][])).toEqual(new Map(known as [string, number][]));
});
