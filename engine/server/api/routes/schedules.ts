import { messageOf } from '../../../base/index.ts';
import type { ScheduleControls, ScheduleView } from '../../../service/index.ts';
import * as wire from '../../../wire/index.ts';
import { ApiProblem, toProblem } from '../ApiProblem.ts';
import { show } from '../parameters.ts';
import {
  type ApiParts,
  type ApiRequest,
  answerJson,
  jsonAnswer,
  noteDone,
  noteSteered,
  type Parameter,
  type Route,
} from '../Route.ts';
import { NAMED } from '../schemas/schemas.ts';
import { startToJson, toSchedule } from '../wire.ts';

const NAME: Parameter = {
  name: 'name',
  in: 'path',
  description: 'The name of the schedule in signalbox.serve.yaml',
  schema: { type: 'string' },
};

/** What the requests that steer a schedule have in common. */
const STEERED = {
  method: 'POST',
  scope: 'run',
  parameters: [NAME],
  body: null,
  answers: { 200: jsonAnswer('The schedule as it is now', NAMED.Schedule) },
  problems: ['UNKNOWN_SCHEDULE', 'NOT_READY'],
} as const satisfies Partial<Route>;

/** What people do with schedules by hand. */
export const scheduleRoutes: readonly Route[] = [
  {
    ...STEERED,
    path: '/api/schedules/{name}/pause',
    id: 'pauseSchedule',
    summary: 'Pauses a schedule: it starts nothing by itself, even after a restart',
    answer: (request, parts) => steer(request, parts, 'paused'),
  },
  {
    ...STEERED,
    path: '/api/schedules/{name}/resume',
    id: 'resumeSchedule',
    summary: 'Resumes a paused schedule: what was due in the meantime is skipped',
    answer: (request, parts) => steer(request, parts, 'resumed'),
  },
  {
    ...STEERED,
    path: '/api/schedules/{name}/run',
    id: 'runSchedule',
    summary: 'Starts a run of a schedule now; its next due time stays the same',
    answers: { 202: jsonAnswer('The run was started', NAMED.StartedRun) },
    problems: [
      ...STEERED.problems,
      'INVALID_WORKFLOW',
      'INVALID_VALUE',
      'UNFIT_REQUEST',
      'UNKNOWN_WORKFLOW',
      'KEY_CONFLICT',
      'QUEUE_FULL',
      'STARTED_TOO_DEEP',
      'DRAINING',
    ],
    answer: startNow,
  },
];

async function steer(request: ApiRequest, parts: ApiParts, action: 'paused' | 'resumed'): Promise<Response> {
  const { name, controls } = scheduleOf(request, parts);
  try {
    await (action === 'paused' ? controls.pause() : controls.resume());
  } catch (error) {
    const why = messageOf(error);
    throw new ApiProblem('NOT_READY', `The change could not be recorded, so it was not made: ${why}`, { cause: error });
  }
  noteSteered(parts, request, { action, schedule: name });
  const shown = parts.triggers.schedules().find((schedule): schedule is ScheduleView => schedule.name === name);
  if (shown === undefined) throw unknown(name);
  return answerJson(wire.writeAs(wire.SCHEDULE, toSchedule(shown)));
}

async function startNow(request: ApiRequest, parts: ApiParts): Promise<Response> {
  const started = await scheduleOf(request, parts).controls.startNow();
  if (!started.ok)
    throw typeof started.error === 'string' ? new ApiProblem('UNFIT_REQUEST', started.error) : toProblem(started.error);
  const { run, isNew } = started.value;
  if (isNew) {
    parts.onStart(run.id);
    noteDone(parts, request, { action: 'started', run });
  }
  return answerJson(startToJson(run), 202, { Location: `/api/runs/${run.id}` });
}

function scheduleOf(
  { params: { name = '' } }: ApiRequest,
  { triggers }: ApiParts,
): { readonly name: string; readonly controls: ScheduleControls } {
  const controls = triggers.schedule(name);
  if (controls === null) throw unknown(name);
  return { name, controls };
}

function unknown(name: string): ApiProblem {
  return new ApiProblem('UNKNOWN_SCHEDULE', `There is no schedule ${show(name)}. GET /api/triggers lists them.`);
}
