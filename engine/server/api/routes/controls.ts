import { isJsonObject } from '../../../base/index.ts';
import type { RunControl } from '../../../service/index.ts';
import { ApiProblem, RUN_UNREADABLE, toProblem } from '../ApiProblem.ts';
import type { AuditEntry } from '../AuditFile.ts';
import { RUN_ID, runIdOf, unknownRun } from '../parameters.ts';
import { type ApiParts, type ApiRequest, answerJson, jsonAnswer, noteDone, type Route } from '../Route.ts';
import { ANY, NAMED } from '../schemas/schemas.ts';
import { runToJson } from '../wire.ts';

const LONGEST_NAME = 200;

/** Why any of these requests may be refused. */
const REFUSALS: Route['problems'] = [
  'UNKNOWN_RUN',
  ...RUN_UNREADABLE,
  'RUN_ENDED',
  'RUN_INSIDE',
  'RUN_BUSY',
  'NOT_READY',
];

export const controlRoutes: readonly Route[] = [
  {
    ...controlled('sendSignal', 'Sends a signal to a run; the body is its payload', (request) => ({
      type: 'signal',
      name: signalOf(request),
      payload: request.body,
    })),
    path: '/api/runs/{id}/signals/{signal}',
    parameters: [
      RUN_ID,
      { name: 'signal', in: 'path', description: 'The name of the signal', schema: { type: 'string' } },
    ],
    body: { schema: ANY, description: 'The payload; null when absent' },
    problems: [...REFUSALS, 'UNDECIDED_CALLS', 'INVALID_VALUE'],
  },
  {
    ...controlled('pauseRun', 'Pauses a run: what is under way ends, and nothing begins', () => ({ type: 'pause' })),
    path: '/api/runs/{id}/pause',
  },
  {
    ...controlled('resumeRun', 'Resumes a paused run', resumeOf),
    path: '/api/runs/{id}/resume',
    body: { schema: NAMED.Resume, description: 'What is decided about calls that were cut off; nothing when absent' },
    problems: [...REFUSALS, 'UNDECIDED_CALLS'],
  },
  {
    ...controlled('skipWait', 'Ends at once what a step waits for by the clock', skipOf),
    path: '/api/runs/{id}/skip',
    body: { schema: NAMED.Skip, description: 'The step' },
    problems: [...REFUSALS, 'UNDECIDED_CALLS', 'BAD_REQUEST'],
  },
  { ...controlled('cancelRun', 'Cancels a run', () => ({ type: 'cancel' })), path: '/api/runs/{id}/cancel' },
  {
    method: 'GET',
    path: '/api/runs/{id}/journal',
    id: 'getJournal',
    summary: 'The journal of a run, as `signalbox run --journal` writes it',
    scope: 'read',
    parameters: [RUN_ID],
    body: null,
    answers: {
      200: { description: 'Lines of JSON', content: { 'application/x-ndjson': { type: 'string' } } },
    },
    problems: ['UNKNOWN_RUN', ...RUN_UNREADABLE],
    answer: answerJournal,
  },
];

/** What the requests that change a run have in common. */
function controlled(id: string, summary: string, toControl: (request: ApiRequest) => RunControl): Omit<Route, 'path'> {
  return {
    method: 'POST',
    id,
    summary,
    scope: 'run',
    parameters: [RUN_ID],
    body: null,
    answers: { 202: jsonAnswer('The run as it is now', NAMED.Run) },
    problems: REFUSALS,
    answer: async (request, parts) => {
      const control = toControl(request);
      const done = await parts.service.control(runIdOf(request.params), control);
      if (!done.ok) throw toProblem(done.error);
      noteDone(parts, request, { ...describeControl(control), run: done.value });
      return answerJson(runToJson(done.value), 202);
    },
  };
}

/** What of a control is kept: never a payload. */
function describeControl(control: RunControl): Pick<AuditEntry, 'action' | 'signal' | 'repeat'> {
  switch (control.type) {
    case 'signal':
      return { action: 'signalled', signal: control.name };
    case 'resume':
      return { action: 'resumed', ...(control.repeat === undefined ? {} : { repeat: control.repeat }) };
    case 'pause':
      return { action: 'paused' };
    case 'skip':
      return { action: 'skipped' };
    case 'cancel':
      return { action: 'cancelled' };
  }
}

function resumeOf({ body }: ApiRequest): RunControl {
  const repeat = isJsonObject(body) ? body['repeat'] : undefined;
  return repeat === 'yes' || repeat === 'no' ? { type: 'resume', repeat } : { type: 'resume' };
}

function skipOf({ body }: ApiRequest): RunControl {
  const activation = isJsonObject(body) ? body['activation'] : undefined;
  if (typeof activation !== 'number' || !Number.isSafeInteger(activation) || activation < 1)
    throw new ApiProblem('BAD_REQUEST', 'The body has no `activation`: the number of the step, as its events have it.');
  return { type: 'skip', activation };
}

function signalOf({ params: { signal = '' } }: ApiRequest): string {
  if (signal.length > LONGEST_NAME)
    throw new ApiProblem('BAD_REQUEST', `The name of a signal has at most ${LONGEST_NAME} characters.`);
  return signal;
}

async function answerJournal({ params, isHead }: ApiRequest, { service, onDefect }: ApiParts): Promise<Response> {
  const id = runIdOf(params);
  const journal = await service.journal(id);
  if (journal === null) throw unknownRun(id);
  const headers = { 'Content-Type': 'application/x-ndjson' };
  return new Response(isHead ? null : toStream(journal, onDefect), { headers });
}

/** Chunks as somebody reads them. One that cannot be had cuts off the answer, which then is not taken for a whole one. */
function toStream(chunks: AsyncIterable<string>, onDefect: (error: unknown) => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = chunks[Symbol.asyncIterator]();
  let isLeft = false;
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const next = await iterator.next();
        // Its reader has closed it.
        if (isLeft) return;
        if (next.done === true) controller.close();
        else controller.enqueue(encoder.encode(next.value));
      } catch (error) {
        onDefect(error);
        controller.error(error);
      }
    },
    cancel: async () => {
      isLeft = true;
      await iterator.return?.();
    },
  });
}
