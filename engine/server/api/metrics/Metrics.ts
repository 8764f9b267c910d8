import type { RefusedBy, ServedRun, ServiceState } from '../../../service/index.ts';
import type { RefusalCounts } from '../refused/RefusalCounts.ts';

/** Upper bounds of how long a request took, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Upper bounds of how long a run took, in seconds. */
const RUN_BOUNDS = [0.1, 0.5, 1, 5, 10, 30, 60, 300, 1800, 7200, 43_200, 86_400];

interface Histogram {
  readonly counts: number[];
  sum: number;
  count: number;
}

/** What the server counts, as Prometheus reads it (text format 0.0.4). */
export class Metrics {
  readonly #requests = new Map<string, number>();
  readonly #durations = new Map<string, Histogram>();
  readonly #runs = new Map<string, Histogram>();
  readonly #refusals: RefusalCounts;

  constructor(refusals: RefusalCounts) {
    this.#refusals = refusals;
  }

  /** Counts a run that has ended. */
  countRun({ status, queuedAt, endedAt }: ServedRun): void {
    if (endedAt !== null) observe(this.#runs, formatLabels({ status }), RUN_BOUNDS, (endedAt - queuedAt) / 1000);
  }

  /** Counts a request. @param route its path in the document, never the address that was asked for @param seconds until its answer began */
  countRequest({
    method,
    route,
    status,
    seconds,
  }: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }): void {
    const key = formatLabels({ method, route, status: String(status) });
    this.#requests.set(key, (this.#requests.get(key) ?? 0) + 1);
    observe(this.#durations, formatLabels({ method, route }), BOUNDS, seconds);
  }

  format({ queued, active, waiting, isDraining, problem }: ServiceState, streams: number): string {
    const lines = [
      ...describeMetric('signalbox_runs', 'gauge', 'Unfinished runs, by status.'),
      `signalbox_runs{status="queued"} ${queued}`,
      `signalbox_runs{status="running"} ${active}`,
      `signalbox_runs{status="waiting"} ${waiting}`,
      ...describeMetric('signalbox_ready', 'gauge', '1 while the server takes runs, else 0.'),
      `signalbox_ready ${isDraining || problem !== null ? 0 : 1}`,
      ...describeMetric('signalbox_event_streams', 'gauge', 'Open streams of events.'),
      `signalbox_event_streams ${streams}`,
      ...describeMetric(
        'signalbox_run_duration_seconds',
        'histogram',
        'Ended runs, from their start to their end, in seconds.',
      ),
      ...[...this.#runs].flatMap(([key, histogram]) =>
        formatHistogram('signalbox_run_duration_seconds', key, RUN_BOUNDS, histogram),
      ),
      ...formatRefusals(this.#refusals),
      ...describeMetric('signalbox_http_requests_total', 'counter', 'Answered requests.'),
      ...[...this.#requests].map(([key, count]) => `signalbox_http_requests_total{${key}} ${count}`),
      ...describeMetric('signalbox_http_request_duration_seconds', 'histogram', 'Until an answer began, in seconds.'),
      ...[...this.#durations].flatMap(([key, histogram]) =>
        formatHistogram('signalbox_http_request_duration_seconds', key, BOUNDS, histogram),
      ),
    ];
    return `${lines.join('\n')}\n`;
  }
}

function observe(histograms: Map<string, Histogram>, key: string, bounds: readonly number[], value: number): void {
  const histogram = histograms.get(key) ?? { counts: bounds.map(() => 0), sum: 0, count: 0 };
  histograms.set(key, histogram);
  histogram.sum += value;
  histogram.count += 1;
  const bucket = bounds.findIndex((bound) => value <= bound);
  if (bucket >= 0) histogram.counts[bucket] = (histogram.counts[bucket] ?? 0) + 1;
}

function formatHistogram(
  name: string,
  key: string,
  bounds: readonly number[],
  { counts, sum, count }: Histogram,
): readonly string[] {
  let below = 0;
  const buckets = bounds.map((bound, index) => {
    below += counts[index] ?? 0;
    return `${name}_bucket{${key},le="${bound}"} ${below}`;
  });
  return [
    ...buckets,
    `${name}_bucket{${key},le="+Inf"} ${count}`,
    `${name}_sum{${key}} ${sum}`,
    `${name}_count{${key}} ${count}`,
  ];
}

/** The lines before the values of a metric, in the text format of Prometheus (0.0.4). */
function describeMetric(name: string, type: 'gauge' | 'counter' | 'histogram', help: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

/** Labels between the braces of a value: `status="error",code="TIMEOUT_ERROR"`. */
function formatLabels(values: { readonly [name: string]: string } | RefusedBy): string {
  return Object.entries(values)
    .map(
      ([name, value]) => `${name}="${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`,
    )
    .join(',');
}

/** What an answer with metrics says of its type. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** How often each rule has refused something, as Prometheus reads it. */
export function formatRefusals(refusals: RefusalCounts): readonly string[] {
  return [
    ...describeMetric('signalbox_refusals_total', 'counter', 'Requests, runs and calls of runs that a rule refused.'),
    ...refusals.list().map(({ count, ...by }) => `signalbox_refusals_total{${formatLabels(by)}} ${count}`),
  ];
}
