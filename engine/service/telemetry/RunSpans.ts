import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import type { RunError, RunEvent } from '../../run/index.ts';
import type { ServedRun } from '../RunService.ts';
import { attributes, KIND, type Span, spanId, toNano, traceId, UNSET } from './Span.ts';

type EventOf<T extends RunEvent['type']> = Extract<RunEvent, { readonly type: T }>;

/** Providers that go by another name in the conventions of OpenTelemetry. */
const PROVIDERS: ReadonlyMap<string, string> = new Map([
  ['google', 'gcp.gemini'],
  ['mistral', 'mistral_ai'],
  ['xai', 'x_ai'],
]);

/**
 * The events of a run as spans: one for the run, one for each run of a task, one for each call of a model, tool or memory.
 * Names are those of OpenTelemetry for generative AI. What was asked and answered is in none of them.
 */
export class RunSpans {
  readonly #run: Pick<ServedRun, 'id' | 'workflow' | 'parent'>;
  readonly #trace: string;
  readonly #tasks = new Map<number, { readonly parent: number | null; readonly at: number }>();
  readonly #calls = new Map<string, EventOf<'effect.requested'>>();
  #startedAt = 0;

  constructor(run: Pick<ServedRun, 'id' | 'workflow' | 'parent'>) {
    this.#run = run;
    this.#trace = traceId(run.parent?.root ?? run.id);
  }

  /** The spans that an event ends. */
  take(event: RunEvent): readonly Span[] {
    switch (event.type) {
      case 'run.started':
        this.#startedAt = event.at;
        return [];
      case 'task.queued':
      case 'task.started':
        if (!this.#tasks.has(event.activation)) this.#tasks.set(event.activation, event);
        return [];
      case 'effect.requested':
        this.#calls.set(event.key, event);
        return [];
      case 'effect.completed':
        return this.#endCall(event);
      case 'task.succeeded':
      case 'task.failed':
      case 'task.cancelled':
        return this.#endTask(event);
      case 'run.finished':
        return [this.#endRun(event)];
      default:
        return [];
    }
  }

  #endRun({ at, status, error }: EventOf<'run.finished'>): Span {
    const { id, workflow, parent } = this.#run;
    return this.#toSpan({
      id: spanId(id),
      parent: parent === null ? null : spanId(parent.runId, parent.key),
      name: `run ${workflow}`,
      times: [this.#startedAt, at],
      values: { 'signalbox.run.status': status, 'signalbox.workflow': workflow },
      error,
    });
  }

  #endTask(event: EventOf<'task.succeeded' | 'task.failed' | 'task.cancelled'>): readonly Span[] {
    const { activation, taskId, at } = event;
    const begun = this.#tasks.get(activation);
    if (begun === undefined) return [];
    this.#tasks.delete(activation);
    const { id } = this.#run;
    const span = this.#toSpan({
      id: spanId(id, activation),
      parent: begun.parent === null ? spanId(id) : spanId(id, begun.parent),
      name: `task ${taskId}`,
      times: [begun.at, at],
      values: {
        'signalbox.task.id': taskId,
        'signalbox.task.status': event.type.slice('task.'.length),
        'signalbox.task.retries': event.type === 'task.cancelled' ? null : event.retryCount,
      },
      error: event.type === 'task.failed' ? event.error : null,
    });
    return [span];
  }

  #endCall(event: EventOf<'effect.completed'>): readonly Span[] {
    const { key, activation, taskId, at, error } = event;
    const asked = this.#calls.get(key);
    if (asked === undefined) return [];
    this.#calls.delete(key);
    const { id } = this.#run;
    const { name, kind, values } = describeCall(asked, event);
    const ids = { id: spanId(id, key), parent: spanId(id, activation) };
    return [
      this.#toSpan({
        ...ids,
        name,
        kind,
        times: [asked.at, at],
        values: { 'signalbox.task.id': taskId, ...values },
        error,
      }),
    ];
  }

  #toSpan({ id, parent, name, kind = KIND.internal, times: [from, to], values, error }: EndedPart): Span {
    return {
      traceId: this.#trace,
      spanId: id,
      startTimeUnixNano: toNano(from),
      endTimeUnixNano: toNano(to),
      ...(parent === null ? {} : { parentSpanId: parent }),
      name,
      kind,
      attributes: attributes({ 'signalbox.run.id': this.#run.id, ...values, 'error.type': error?.code }),
      status: error === null ? UNSET : { code: 2, message: error.code },
    };
  }
}

/** What has ended in a run; times in ms since the epoch. */
interface EndedPart extends Pick<DescribedCall, 'name' | 'values'> {
  readonly id: string;
  readonly parent: string | null;
  readonly kind?: Span['kind'];
  readonly times: readonly [from: number, to: number];
  readonly error: RunError | null;
}

interface DescribedCall {
  readonly name: string;
  readonly kind: Span['kind'];
  readonly values: Parameters<typeof attributes>[0];
}

function describeCall(
  asked: EventOf<'effect.requested'>,
  { response, cost }: EventOf<'effect.completed'>,
): DescribedCall {
  const request = toObject(asked.request);
  switch (asked.kind) {
    case 'model': {
      const [model, provider] = [toText(request['model']), toText(request['provider'])];
      const [config, answer] = [toObject(request['config']), toObject(response)];
      const usage = toObject(answer['usage']);
      const values = {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': PROVIDERS.get(provider ?? '') ?? provider,
        'gen_ai.request.model': model,
        'gen_ai.request.temperature': toNumber(config['temperature']),
        'gen_ai.request.max_tokens': toNumber(config['max_tokens']),
        'gen_ai.response.model': toText(answer['model']),
        'gen_ai.usage.input_tokens': toNumber(usage['input_tokens']),
        'gen_ai.usage.output_tokens': toNumber(usage['output_tokens']),
        'gen_ai.agent.id': asked.name,
        'signalbox.cost': cost,
      };
      return { name: `chat ${model ?? asked.name}`, kind: KIND.client, values };
    }
    case 'tool': {
      const values = {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': asked.name,
        'signalbox.tool.use': toText(request['use']),
      };
      return { name: `execute_tool ${asked.name}`, kind: KIND.internal, values };
    }
    case 'memory': {
      const values = { 'signalbox.memory.id': asked.name, 'signalbox.memory.operation': toText(request['op']) };
      return { name: `memory ${asked.name}`, kind: KIND.client, values };
    }
    default:
      return asked.kind satisfies never;
  }
}

function toObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function toText(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function toNumber(value: Json | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
