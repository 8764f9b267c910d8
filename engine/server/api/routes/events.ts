import { EVENT_PAGE, writeAs } from '../../../wire/index.ts';
import { ApiProblem, RUN_UNREADABLE } from '../ApiProblem.ts';
import { createEventStream } from '../eventStream.ts';
import { RUN_ID, runIdOf, unknownRun } from '../parameters.ts';
import { type ApiParts, type ApiRequest, answerJson, jsonAnswer, type Route } from '../Route.ts';

const EVENT_STREAM = 'text/event-stream';

export const eventRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/runs/{id}/events',
    id: 'listEvents',
    summary: 'What has happened in a run: a page, or with Accept: text/event-stream what happens until its end',
    scope: 'read',
    parameters: [
      RUN_ID,
      {
        name: 'after',
        in: 'query',
        description: 'Position of the last event that is known; absent: from the first one on',
        schema: { type: 'integer', minimum: 0 },
      },
      {
        name: 'limit',
        in: 'query',
        description: 'The largest number of events in a page',
        schema: { type: 'integer', minimum: 1, maximum: 1000, default: 200 },
      },
      {
        name: 'Last-Event-ID',
        in: 'header',
        description:
          'To continue a stream: the `id` of the last event that was received; it takes precedence over `after`',
        schema: { type: 'string' },
      },
    ],
    body: null,
    answers: {
      200: {
        description: 'A page; or each event as its position and itself, and after the last one `end` with the run',
        content: { ...jsonAnswer('', EVENT_PAGE.schema).content, [EVENT_STREAM]: { type: 'string' } },
      },
      204: {
        description: 'Of a stream: the run has ended, and nothing follows the last event. Ask no more',
        content: {},
      },
    },
    problems: ['UNKNOWN_RUN', ...RUN_UNREADABLE, 'BAD_HEADER', 'TOO_MANY_STREAMS'],
    answer: (request, parts) => (wantsStream(request) ? answerStream(request, parts) : answerPage(request, parts)),
  },
];

function wantsStream({ header, isHead }: ApiRequest): boolean {
  return !isHead && (header('accept') ?? '').toLowerCase().includes(EVENT_STREAM);
}

/** Before the first event: positions count from 1. */
const BEGINNING = 0;

async function answerPage({ params, query }: ApiRequest, { service }: ApiParts): Promise<Response> {
  const id = runIdOf(params);
  const after = Number(query['after'] ?? BEGINNING);
  const page = await service.events(id, { after, limit: Number(query['limit']) });
  if (page === null) throw unknownRun(id);
  const { events, isLast } = page;
  return answerJson(writeAs(EVENT_PAGE, { events, next: events.at(-1)?.position ?? after, ended: isLast }));
}

async function answerStream(request: ApiRequest, parts: ApiParts): Promise<Response> {
  const id = runIdOf(request.params);
  const { service, streams, ending } = parts;
  const lastId = request.header('last-event-id');
  if (lastId !== null && !/^\d{1,15}$/.test(lastId))
    throw new ApiProblem('BAD_HEADER', 'Last-Event-ID is the `id` of an event of this stream: a whole number.');
  if (ending.aborted) throw new ApiProblem('DRAINING', 'The server is ending. Ask again soon.');
  const after = Number(lastId ?? request.query['after'] ?? BEGINNING);
  const page = await service.events(id, { after, limit: 1 });
  if (page === null) throw unknownRun(id);
  // What a browser takes as the word to connect no more.
  if (lastId !== null && page.isLast && page.events.length === 0) return new Response(null, { status: 204 });
  const close = streams.open(request.visitor);
  const onStalled = (): void => void request.incoming.destroy();
  const stream = createEventStream({ runId: id, after, onEnd: close, onStalled }, parts);
  return new Response(stream, {
    headers: { 'Content-Type': EVENT_STREAM, 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
  });
}
