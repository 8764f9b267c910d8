import { messageOf, ok, toText } from '../../base/index.ts';
import type { Outcome } from '../../run/index.ts';
import { type Attempt, fail, succeed } from '../outcome.ts';
import type { BuiltInCall } from './BuiltInCall.ts';
import { decodeText, readHttpError } from './httpError.ts';
import { readPage } from './readPage.ts';
import { PageLimitError } from './selectElements.ts';

/** Runs `core:html` (format.md section 3): `{title, text, links, tables}`, with `select` also `matches`. */
export async function runHtml(call: BuiltInCall<'html'>): Promise<Outcome> {
  const { html, url, select } = call.input;
  if (html === undefined && url === undefined)
    return fail('VALIDATION_ERROR', 'Give `html` to read, or the `url` of a page.', { type: 'html', reason: 'input' });
  const page = html === undefined ? await fetchPage(toText(url), call) : ok(toText(html));
  if (!page.ok) return page;
  try {
    return succeed(readPage(page.value, { base: toText(url), selector: select === undefined ? null : toText(select) }));
  } catch (error) {
    if (error instanceof PageLimitError)
      return fail('LIMIT_ERROR', error.message, { type: 'html', reason: error.reason, limit: error.limit });
    // The stack of the platform, which a selector that nests uses up.
    if (error instanceof RangeError)
      return fail('LIMIT_ERROR', 'The selector nests too deeply.', { type: 'html', reason: 'select' });
    return fail('VALIDATION_ERROR', `“${toText(select)}” is not a valid CSS selector: ${messageOf(error)}`, {
      type: 'html',
      reason: 'select',
    });
  }
}

async function fetchPage(url: string, { egress, signal }: BuiltInCall<'html'>): Promise<Attempt<string>> {
  const request = {
    url,
    query: [],
    method: 'GET',
    headers: [['accept', 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1']] as const,
    body: null,
  };
  const answer = await egress.send(request, signal);
  if (!answer.ok) return answer;
  const { status, headers, bytes } = answer.value;
  const text = decodeText(bytes, toText(headers['content-type']));
  return answer.value.ok ? ok(text) : readHttpError({ request, status, headers, body: text });
}
