import type { RefusedBy } from '../../../service/index.ts';

/** The lines before the values of a metric, in the text format of Prometheus (0.0.4). */
export function describeMetric(name: string, type: 'gauge' | 'counter' | 'histogram', help: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

/** Labels between the braces of a value: `status="error",code="TIMEOUT_ERROR"`. */
export function formatLabels(values: { readonly [name: string]: string } | RefusedBy): string {
  return Object.entries(values)
    .map(
      ([name, value]) => `${name}="${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`,
    )
    .join(',');
}

/** What an answer with metrics says of its type. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';
