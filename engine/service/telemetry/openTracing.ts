import { messageOf } from '../../base/index.ts';
import { decodePercent, maskAddresses, toBareAddress } from '../addresses.ts';
import type { RunService, ServedRun } from '../RunService.ts';
import { withMethods } from '../withMethods.ts';
import { RunTracing } from './RunTracing.ts';
import type { Span } from './Span.ts';

/** A service whose runs are traced. */
export interface TracedService {
  /** To be used in place of the one that was given: it is told here which runs start. */
  readonly service: RunService;
  /** Sends what is known, and ends. Resolves after some seconds at the latest. */
  close(): Promise<void>;
}

/** What tracing is given besides the service. */
export interface TracingOptions {
  /** Names the collector ({@link readOtlp}). */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Told in words when spans cannot be sent. */
  readonly onProblem: (message: string) => void;
  readonly pace?: ExportPace;
}

/**
 * Traces the runs of a service where the environment names a collector of OpenTelemetry; else the service stays as it is.
 * Throws an `Error` for the user where what it names is no address.
 */
export function openTracing(service: RunService, { env, onProblem, pace = USUAL_PACE }: TracingOptions): TracedService {
  const target = readOtlp(env);
  if (target === null) return { service, close: async () => undefined };
  const exporter = new SpanExporter(target, onProblem, pace);
  const tracing = new RunTracing(service, exporter, { since: Date.now() });
  return {
    service: tellStarts(service, ({ id }) => tracing.follow(id)),
    close: async () => {
      await tracing.close();
      await exporter.close();
    },
  };
}

/** Where spans go, as the usual variables of OpenTelemetry say. */
export interface OtlpTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
}

/**
 * Reads `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT`, or `OTEL_EXPORTER_OTLP_ENDPOINT` to which `/v1/traces` is added, the same of
 * `…_HEADERS`, `OTEL_SERVICE_NAME` and `OTEL_SDK_DISABLED`. Null: no spans are wanted. Throws an `Error` for the user where
 * the endpoint is no address of HTTP.
 */
export function readOtlp(env: Readonly<Record<string, string | undefined>>): OtlpTarget | null {
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return null;
  const own = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
  const base = env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  const text = own || base || '';
  if (text === '') return null;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new Error(
      'OTEL_EXPORTER_OTLP_ENDPOINT is not an address, such as http://127.0.0.1:4318. Correct or unset it.',
    );
  const headers = env['OTEL_EXPORTER_OTLP_TRACES_HEADERS'] ?? env['OTEL_EXPORTER_OTLP_HEADERS'] ?? '';
  const place = new URL(text);
  if (!own) place.pathname = `${place.pathname.replace(/\/+$/, '')}/v1/traces`;
  const bare = toBareAddress(place.href);
  const serviceName = env['OTEL_SERVICE_NAME'] || 'signalbox';
  return { url: bare.address, headers: { ...bare.headers, ...readHeaders(headers) }, serviceName };
}

/** `a=1,b=2`, percent-encoded. */
function readHeaders(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').flatMap((pair): readonly (readonly [string, string])[] => {
    const [name = '', ...rest] = pair.split('=');
    return name.trim() === '' || rest.length === 0 ? [] : [[name.trim(), decodePercent(rest.join('=').trim())]];
  });
  return Object.fromEntries(pairs);
}

/** How spans are sent. Times are in ms. */
interface ExportPace {
  /** Longest time that a span waits for others. */
  readonly every: number;
  /** Most spans of one request, and most that wait: the oldest ones are dropped. */
  readonly batch: number;
  readonly queue: number;
  /** How long a request may take. */
  readonly timeout: number;
}

const USUAL_PACE: ExportPace = { every: 2000, batch: 512, queue: 8192, timeout: 10_000 };

/** How often a batch is sent before it is dropped. */
const ATTEMPTS = 3;

/** Sends spans over OTLP/HTTP in batches, one after the other. Nothing waits for it, and nothing fails by it. */
class SpanExporter {
  readonly #target: OtlpTarget;
  readonly #pace: ExportPace;
  readonly #onProblem: (message: string) => void;
  #waiting: Span[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #sending: Promise<void> | null = null;
  #attempt = 0;
  #isClosed = false;
  #hasProblem = false;
  #dropped = 0;

  /** @param onProblem told once, in words, when spans cannot be sent, and again after some could */
  constructor(target: OtlpTarget, onProblem: (message: string) => void, pace: ExportPace = USUAL_PACE) {
    this.#target = target;
    this.#pace = pace;
    this.#onProblem = onProblem;
  }

  /** How many spans were given up. */
  get dropped(): number {
    return this.#dropped;
  }

  add(spans: readonly Span[]): void {
    if (this.#isClosed || spans.length === 0) return;
    this.#waiting.push(...spans);
    const surplus = this.#waiting.length - this.#pace.queue;
    if (surplus > 0) {
      this.#waiting.splice(0, surplus);
      this.#dropped += surplus;
    }
    if (this.#waiting.length >= this.#pace.batch) this.#send();
    else this.#wait(this.#pace.every);
  }

  /** Sends what waits, once more, and ends. Resolves after the timeout of a request at the latest. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#sending;
    while (this.#waiting.length > 0) {
      const before = this.#waiting.length;
      this.#send();
      await this.#sending;
      if (this.#waiting.length >= before) break;
    }
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #wait(ms: number): void {
    if (this.#timer !== null) return;
    this.#timer = setTimeout(() => this.#send(), ms);
    this.#timer.unref();
  }

  #send(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#sending !== null || this.#waiting.length === 0) return;
    const batch = this.#waiting.splice(0, this.#pace.batch);
    this.#sending = this.#post(batch).then((problem) => {
      this.#sending = null;
      this.#settle(batch, problem);
    });
  }

  #settle(batch: Span[], problem: Failure | null): void {
    if (problem === null) {
      this.#attempt = 0;
      this.#hasProblem = false;
      if (this.#waiting.length > 0 && !this.#isClosed)
        this.#wait(this.#waiting.length >= this.#pace.batch ? 0 : this.#pace.every);
      return;
    }
    if (!this.#hasProblem)
      this.#onProblem(`Spans cannot be sent to ${new URL(this.#target.url).origin}: ${problem.reason}.`);
    this.#hasProblem = true;
    this.#attempt += 1;
    if (problem.isLasting || this.#attempt >= ATTEMPTS || this.#isClosed) {
      this.#dropped += batch.length;
      this.#attempt = 0;
    } else this.#waiting.unshift(...batch);
    if (!this.#isClosed) this.#wait(this.#pace.every * 2 ** this.#attempt);
  }

  async #post(spans: readonly Span[]): Promise<Failure | null> {
    const { url, headers, serviceName } = this.#target;
    const resource = { attributes: [{ key: 'service.name', value: { stringValue: serviceName } }] };
    const body = { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'signalbox' }, spans }] }] };
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(this.#pace.timeout),
      });
      await answer.body?.cancel();
      if (answer.ok) return null;
      return {
        reason: `it answers with status ${answer.status}`,
        isLasting: answer.status < 500 && answer.status !== 429,
      };
    } catch (error) {
      return { reason: maskAddresses(messageOf(error)), isLasting: false };
    }
  }
}

interface Failure {
  readonly reason: string;
  /** Sent again, it would be refused again. */
  readonly isLasting: boolean;
}

/** A service that tells of each run that is started by it. */
export function tellStarts(service: RunService, onStart: (run: ServedRun) => void): RunService {
  const told = async (starting: ReturnType<RunService['start']>): ReturnType<RunService['start']> => {
    const started = await starting;
    if (started.ok && started.value.isNew) onStart(started.value.run);
    return started;
  };
  return withMethods(service, {
    start: (request) => told(service.start(request)),
    retry: (runId, by, depth) => told(service.retry(runId, by, depth)),
  });
}
