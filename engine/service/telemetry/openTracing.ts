import type { RunService } from '../RunService.ts';
import { tellStarts } from '../tellStarts.ts';
import { readOtlp } from './readOtlp.ts';
import { type ExportPace, SpanExporter, USUAL_PACE } from './SpanExporter.ts';
import { traceRuns } from './traceRuns.ts';

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
  const tracing = traceRuns(service, exporter, { since: Date.now() });
  return {
    service: tellStarts(service, ({ id }) => tracing.follow(id)),
    close: async () => {
      await tracing.close();
      await exporter.close();
    },
  };
}
