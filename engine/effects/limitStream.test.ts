import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limitResponse, type StreamForm, StreamLimitError, type StreamLimits } from './limitStream.ts';

const LIMITS: StreamLimits = {
  events: 100,
  idleEvents: 50,
  eventBytes: 4000,
  json: { depth: 8, values: 200 },
};

function limited(chunks: readonly (string | Uint8Array)[], form: StreamForm = 'events', limits = LIMITS) {
  const bytes = chunks.map((chunk) => (typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk));
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of bytes) controller.enqueue(chunk);
      controller.close();
    },
  });
  return limitResponse(new Response(body), { form, limits });
}

function pass(chunks: readonly (string | Uint8Array)[], form: StreamForm = 'events', limits = LIMITS): Promise<string> {
  return limited(chunks, form, limits).response.text();
}

async function reasonOf(answer: Promise<string>): Promise<unknown> {
  return answer.then(
    () => 'none',
    (error: unknown) => (error instanceof StreamLimitError ? error.reason : error),
  );
}

/** What a reader of server-sent events makes of a text, by the standard; an event without data and id is none. */
function eventsOf(text: string): readonly unknown[] {
  const events: unknown[] = [];
  let fields: [string, string][] = [];
  for (const each of text.split(/\r\n|\r|\n/)) {
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(each) ?? [];
    if (each !== '') fields.push([name, value]);
    else {
      const valuesOf = (wanted: string) => fields.filter(([field]) => field === wanted).map(([, said]) => said);
      const data = valuesOf('data').join('\n');
      const [event, id] = [valuesOf('event').at(-1), valuesOf('id').at(-1)];
      if (data.trim() !== '' || id !== undefined) events.push({ data, event, id });
      fields = [];
    }
  }
  return events;
}

const line = fc.oneof(
  fc.constantFrom('', '', 'data:', 'data: {"a":1}', 'data:x', 'data:  ', 'event: message', 'id: 7', ': note', 'odd'),
  fc.string({ maxLength: 12 }).map((text) => `data: ${text.replace(/[\r\n]/g, '')}`),
);

describe('server-sent events', () => {
  test('say the same, however they are cut into pieces and whatever ends their lines', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 30 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.array(fc.nat(400), { maxLength: 8 }),
        async (lines, end, cuts) => {
          const text = `${lines.join('\n')}\n\n`;
          const bytes = new TextEncoder().encode(text.replaceAll('\n', end));
          const at = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
          const chunks = at.slice(1).map((until, index) => bytes.slice(at[index], until));
          expect(eventsOf(await pass(chunks))).toEqual(eventsOf(text));
        },
      ),
    );
  });

  test('comments and events without data are not passed on, and there may be any number of them', async () => {
    const flood = 'data:\n\n: hello\n\n\n\nevent: x\n\ndata:   \n\n'.repeat(10_000);
    expect(await pass([`\uFEFFdata: 1\n\n${flood}data: 2\n\n`])).toBe('data: 1\n\ndata: 2\n\n');
  });

  test('the retry field of an event is kept within bounds, and an id is kept', async () => {
    expect(await pass(['id: a\nretry: 0\ndata:\n\nretry: 99999999999999999999\n\nretry: soon\n\n'])).toBe(
      'id: a\nretry: 100\ndata:\n\nretry: 60000\n\n',
    );
  });

  test.each([
    ['too many events', 'data: x\n\n'.repeat(51), 'idle_events'],
    ['an event that is too large', `data: ${'x'.repeat(4001)}`, 'event_too_large'],
    ['an event of too many lines', 'data: x\n'.repeat(501), 'event_too_large'],
    ['an event that nests too deeply', `data: ${'['.repeat(9)}\n\n`, 'json_depth'],
    ['one whose levels are on lines of their own', `${'data: [\n'.repeat(9)}\n`, 'json_depth'],
    ['one that hides them behind a quotation mark', `event: "\ndata: ${'['.repeat(9)}\n\n`, 'json_depth'],
    ['an event with too many values', `data: [${'0,'.repeat(300)}0]\n\n`, 'json_values'],
  ])('%s: the stream ends with a typed error', async (_, text, reason) => {
    expect(await reasonOf(pass([text]))).toBe(reason);
    const bytes = new TextEncoder().encode(text);
    const pieces = Array.from(bytes, (_byte, index) => bytes.slice(index, index + 1));
    expect(await reasonOf(pass(pieces))).toBe(reason);
  });

  test('events that were of use begin the count of the others anew, up to a limit for all', async () => {
    const chunks = Array.from({ length: 99 }, (_, index) => `data: ${index}\n\n`);
    const read = async (more: readonly string[]): Promise<number> => {
      const { response, renew } = limited([...chunks, ...more]);
      const reader = response.body?.getReader();
      let count = 0;
      for (;;) {
        const part = await reader?.read();
        if (part === undefined || part.done) return count;
        count += 1;
        renew();
      }
    };
    expect(await read([])).toBe(99);
    await expect(read(['data: 100\n\n', 'data: 101\n\n'])).rejects.toMatchObject({ reason: 'too_many_events' });
  });
});

describe('lines of JSON', () => {
  test('are passed on whole, without empty ones', async () => {
    expect(await pass(['{"a"', ':1}\r\n\r\n\n', '{"b":2}'], 'lines')).toBe('{"a":1}\n{"b":2}');
  });

  test.each([
    ['too many lines', '{}\n'.repeat(51), 'idle_events'],
    ['a line that nests too deeply', `${'{"a":'.repeat(9)}\n`, 'json_depth'],
    ['a last line without an end that does', '{"a":'.repeat(9), 'json_depth'],
  ])('%s: the stream ends with a typed error', async (_, text, reason) => {
    expect(await reasonOf(pass([text], 'lines'))).toBe(reason);
  });
});

test('an answer that is one value may have any lines, and nests within limits', async () => {
  const text = JSON.stringify({ list: Array.from({ length: 100 }, (_, index) => index) }, null, 2);
  expect(await pass([text.slice(0, 50), text.slice(50)], 'json')).toBe(text);
  expect(await reasonOf(pass(['[\n'.repeat(5), '[\n'.repeat(4)], 'json'))).toBe('json_depth');
});
