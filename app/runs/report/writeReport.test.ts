import 'fake-indexeddb/auto';
import { DomHandler, type DomHandlerOptions, Parser } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { EMPTY_VIEW, foldRun, type RunEvent, type RunEventBody, type RunView } from '#engine/run';
import { yaml } from '#engine/testing';
import { makeRequest, openEngine, start } from '../../../engine/testing/openEngine.ts';
import { MOST_OF_VALUE } from './drawValue.ts';
import { Markup } from './Markup.ts';
import { type ReportSubject, writeReport } from './writeReport.ts';

function report(view: RunView, change: Partial<ReportSubject> = {}): string {
  const subject: ReportSubject = {
    runId: 'run-1',
    path: 'flows/orders.yaml',
    title: 'Orders',
    source: 'tasks: []',
    forkedAt: null,
    status: view.status,
    view,
    origin: [],
    graph: new Markup('<svg role="img"><title>Graph</title></svg>'),
    nameOf: (taskId) => taskId,
    version: '1.2.3',
    madeAt: 10_000,
    ...change,
  };
  return [...writeReport(subject)].join('');
}

function viewOf(...bodies: readonly RunEventBody[]): RunView {
  const begin: RunEventBody = { type: 'run.started', runId: 'run-1', input: { order: 7 }, simulate: false };
  const events = [begin, ...bodies].map((body, seq): RunEvent => ({ seq, at: 1_000 + seq * 250, ...body }));
  return foldRun(EMPTY_VIEW, events);
}

const begun = (taskId: string, activation: number, parent: number | null = null): RunEventBody => ({
  type: 'task.started',
  taskId,
  activation,
  parent,
  operation: null,
  input: { of: taskId },
});

const succeeded = (taskId: string, activation: number, output: string | number | object): RunEventBody => ({
  type: 'task.succeeded',
  taskId,
  activation,
  output: output as never,
  duration: 1,
  retryCount: 0,
  simulated: false,
});

interface FoundElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The elements of a document, each with its attributes and all text inside it. */
function parse(text: string): readonly FoundElement[] {
  const options: DomHandlerOptions = {};
  const handler = new DomHandler(undefined, options);
  new Parser(handler).end(text);
  const found: FoundElement[] = [];
  type Node = (typeof handler.dom)[number];
  const read = (node: Node): string => {
    if ('data' in node) return node.type === 'text' ? node.data : '';
    if (!('attribs' in node)) return 'children' in node ? node.children.map(read).join('') : '';
    const place = found.push({ name: node.name, attributes: node.attribs, text: '' }) - 1;
    const inside = node.children.map(read).join('');
    found[place] = { name: node.name, attributes: node.attribs, text: inside };
    return inside;
  };
  for (const node of handler.dom) read(node);
  return found;
}

const textOf = (html: string, name: string): readonly string[] =>
  parse(html).flatMap((each) => (each.name === name ? [each.text] : []));

/** What a browser would execute, or ask another address for. */
function reaches(html: string): readonly FoundElement[] {
  const own = /^(#|data:image\/(png|jpeg|gif|webp);base64,)/;
  return parse(html).filter(
    ({ name, attributes }) =>
      ['script', 'iframe', 'object', 'embed', 'link', 'base', 'form'].includes(name) ||
      Object.entries(attributes).some(
        ([key, value]) =>
          key.startsWith('on') ||
          key === 'srcset' ||
          (['src', 'href', 'xlink:href', 'action', 'data'].includes(key) && !own.test(value)) ||
          /url\(|@import|expression\(/i.test(key === 'style' ? value : ''),
      ),
  );
}

/** A report with a text in every place. */
const hostileReport = (word: string): string => {
  const view = viewOf(
    begun(word, 1),
    {
      type: 'effect.requested',
      taskId: word,
      activation: 1,
      key: word,
      kind: 'tool',
      name: word,
      request: { [word]: word },
    },
    {
      type: 'effect.completed',
      taskId: word,
      activation: 1,
      key: word,
      response: { [word]: [word] },
      error: null,
      simulated: false,
      duration: 1,
    },
    { type: 'warning', taskId: word, code: word, message: word, path: word },
    succeeded(word, 1, word),
    {
      type: 'run.finished',
      status: 'error',
      output: word,
      error: { code: word, message: word, details: { [word]: word } },
    },
  );
  return report(view, {
    path: word,
    title: word,
    source: word,
    runId: word,
    origin: [word],
    graph: word,
    version: word,
  });
};

const shape = (document: string) => parse(document).map(({ name, attributes }) => [name, Object.keys(attributes)]);

const turn = (key: string, messages: readonly object[], response: object): readonly RunEventBody[] => [
  {
    type: 'effect.requested',
    taskId: 'ask',
    activation: 1,
    key,
    kind: 'model',
    name: 'agent',
    request: { instructions: 'Be kind.', messages } as never,
  },
  {
    type: 'effect.completed',
    taskId: 'ask',
    activation: 1,
    key,
    response: response as never,
    error: null,
    simulated: false,
    duration: 1,
  },
];

describe('the report of a run', () => {
  test('tells of the run, its steps in their places, and the text that ran', () => {
    const view = viewOf(
      begun('each', 1),
      begun('charge', 2, 1),
      {
        type: 'task.failed',
        taskId: 'charge',
        activation: 2,
        error: { code: 'HTTP_ERROR', message: 'No answer', details: { status: 503 } },
        output: null,
        duration: 5,
        retryCount: 0,
      },
      succeeded('each', 1, 'all done'),
      { type: 'run.finished', status: 'success', output: { total: 3 }, error: null },
    );
    const html = report(view, { source: 'tasks:\n  - id: each\n', origin: ['It ran on http://other.test.'] });
    expect(textOf(html, 'h1')).toEqual(['Orders']);
    expect(textOf(html, 'dd')).toEqual(
      expect.arrayContaining(['flows/orders.yaml', '1970-01-01 00:00:01 UTC', '1.3 s', '2, 1 failed', 'run-1']),
    );
    expect(textOf(html, 'h3')).toEqual(['each', 'charge']);
    expect(textOf(html, 'p')).toEqual(expect.arrayContaining(['each › charge', 'No answer']));
    const rows = parse(html).filter(({ name }) => name === 'tr');
    expect(rows.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Step/),
      expect.stringMatching(/^eachSuccess/),
      expect.stringMatching(/^chargeError/),
    ]);
    const links = parse(html).filter(({ name }) => name === 'a');
    expect(links.map(({ attributes }) => attributes['href'])).toEqual(['#step-1', '#step-2']);
    expect(parse(html).filter(({ attributes }) => attributes['id'] === 'step-2')).toHaveLength(1);
    expect(textOf(html, 'pre').map((text) => text.trim())).toEqual(
      expect.arrayContaining(['{"total":3}', '{"status":503}', 'all done', 'tasks:\n  - id: each']),
    );
    expect(html).toContain('It ran on http://other.test.');
  });

  test('says how much of its time passed at once, and nothing where none did', () => {
    const end: RunEventBody = { type: 'run.finished', status: 'success', output: null, error: null };
    const html = report(viewOf({ type: 'time.passed', by: 2 * 86_400_000, step: null }, end));
    expect(textOf(html, 'dt')).toContain('Virtual time');
    expect(textOf(html, 'dd')).toContain('2 d passed at once');
    expect(textOf(report(viewOf(end)), 'dt')).not.toContain('Virtual time');
  });

  test('holds no script and no address, and says so to the browser', () => {
    const html = report(viewOf(begun('a', 1), succeeded('a', 1, 'data:image/png;base64,iVBORw0KGgo=')));
    expect(reaches(html)).toEqual([]);
    const [policy] = parse(html).filter(({ attributes }) => attributes['http-equiv'] === 'Content-Security-Policy');
    expect(policy?.attributes['content']).toBe("default-src 'none'; style-src 'unsafe-inline'; img-src data:");
    expect(parse(html).filter(({ name }) => name === 'img')).toHaveLength(1);
  });

  const HOSTILE = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "'><svg/onload=alert(1)>",
    '</pre></style></title><iframe src=//evil.test>',
    '<!--<script>',
    ']]><base href=//evil.test/>',
    '&lt;script&gt;',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:image/png;base64,AAAA"onerror="alert(1)',
    'a\u202eb\u0000c\ud800',
  ];

  test.each(HOSTILE)('keeps what a run says where it is, as text: %j', (text) => {
    const html = hostileReport(text);
    expect(reaches(html)).toEqual([]);
    expect(shape(html)).toEqual(shape(hostileReport('plain')));
    const safe = text.replace('\u202e', '‹U+202E›').replace('\u0000', '\ufffd').replace('\ud800', '\ufffd');
    expect(textOf(html, 'h1')).toEqual([safe.replaceAll('\u0000', '\ufffd')]);
  });

  test('shows a text in a map with its lines, as it is read', () => {
    const html = report(
      viewOf(begun('a', 1), succeeded('a', 1, { subject: 'Hi', body: 'Hello,\n\nall is well.', of: { n: 1 } })),
    );
    expect(textOf(html, 'pre')).toEqual(expect.arrayContaining(['\nHi', '\nHello,\n\nall is well.', '\n{"n":1}']));
    expect(textOf(html, 'dt')).toEqual(expect.arrayContaining(['subject', 'body', 'of']));
  });

  test('folds long values, cuts them at the bound, and says how much there is', () => {
    const long = 'x'.repeat(MOST_OF_VALUE + 5);
    const html = report(viewOf(begun('a', 1), succeeded('a', 1, long)));
    const [folded = ''] = textOf(html, 'details');
    expect(folded).toContain('100,000 characters');
    expect(folded).toContain('Cut after 100,000 characters');
    expect(folded).not.toContain('x'.repeat(MOST_OF_VALUE + 1));
    const many = report(
      viewOf(
        ...Array.from({ length: 400 }, (_, n) => [begun(`t${n}`, n + 1), succeeded(`t${n}`, n + 1, { long })]).flat(),
      ),
    );
    expect(many.length).toBeLessThan(20_000_000);
    expect(many).toContain('the values of a report hold at most 16,000,000 characters together');
  });

  test('of a run of many steps has the first that failed with what is around them, and says how many there are', () => {
    const bodies = Array.from({ length: 5_000 }, (_, index) => begun(`t${index}`, index + 2, 1));
    const failed: RunEventBody = {
      type: 'task.failed',
      taskId: 't4999',
      activation: 5_001,
      error: { code: 'X', message: 'late', details: null },
      output: null,
      duration: 1,
      retryCount: 0,
    };
    const html = report(viewOf(begun('each', 1), ...bodies, failed));
    const names = textOf(html, 'h3');
    expect(names).toHaveLength(2_000);
    expect(names).toEqual(expect.arrayContaining(['each', 't0', 't4999']));
    expect(html).toContain('2,000 of 5,001 steps');
  });

  test('shows a conversation with a model once, message by message', () => {
    const question = { role: 'user', content: 'How is it?' };
    const html = report(
      viewOf(
        begun('ask', 1),
        ...turn('1', [question], { text: '', toolCalls: [{ id: 'c', name: 'weather', input: { at: 'Oslo' } }] }),
        ...turn('2', [question, { role: 'assistant', content: '' }, { role: 'tool', content: '21 degrees' }], {
          text: 'Warm.',
          toolCalls: [],
          usage: { input_tokens: 9, output_tokens: 2 },
        }),
        succeeded('ask', 1, 'Warm.'),
      ),
    );
    const lines = parse(html).filter(({ name, attributes }) => name === 'li' && attributes['class'] !== undefined);
    expect(lines.map(({ attributes, text }) => [attributes['class'], text.replace(/\s+/g, ' ').trim()])).toEqual([
      ['system', 'Instructions Be kind.'],
      ['user', 'To the model How is it?'],
      ['assistant', 'Asks for weather {"at":"Oslo"}'],
      ['tool', 'A tool 21 degrees'],
      ['assistant', 'The model · 11 tokens Warm.'],
    ]);
  });

  test('never shows a secret of the run, whatever a server makes of it', async () => {
    const CANARY = 'canary-5f1d0c2e9a7b4836';
    const forms = [
      CANARY,
      CANARY.toUpperCase(),
      Buffer.from(CANARY).toString('base64'),
      Buffer.from(CANARY).toString('hex'),
    ];
    const sent: string[] = [];
    const fetch: typeof globalThis.fetch = async (_, init) => {
      sent.push(new Headers(init?.headers).get('x-api-key') ?? '');
      return Response.json({ echo: forms, error: `no ${CANARY}` }, { status: 500 });
    };
    const source = yaml`
      tasks:
        - {id: call, type: basic, use: "core:http", with: {url: "https://api.test/", headers: {x-api-key: "{{ env.KEY }}"}}, on_error: {next: after, with: {why: "{{ error }}"}}}
        - {id: after, type: basic}
    `;
    const page = openEngine({ fetch });
    await page.clock.settle(page.engine.changeSecret({ type: 'set', name: 'KEY', value: CANARY, keep: 'session' }));
    const runId = await start(page, makeRequest(source, { variables: [{ name: 'KEY', value: '', isSecret: true }] }));
    await page.finished(runId);
    const record = await page.clock.settle(page.engine.findRun(runId));
    const html = report(foldRun(EMPTY_VIEW, record?.events ?? []), { source });
    expect(sent).toEqual([CANARY]);
    expect(html).toContain('api.test');
    for (const form of forms) expect(html).not.toContain(form);
  });
});
