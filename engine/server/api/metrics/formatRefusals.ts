import type { RefusalCounts } from '../refused/RefusalCounts.ts';
import { describeMetric, formatLabels } from './metricText.ts';

/** How often each rule has refused something, as Prometheus reads it. */
export function formatRefusals(refusals: RefusalCounts): readonly string[] {
  return [
    ...describeMetric('signalbox_refusals_total', 'counter', 'Requests, runs and calls of runs that a rule refused.'),
    ...refusals.list().map(({ count, ...by }) => `signalbox_refusals_total{${formatLabels(by)}} ${count}`),
  ];
}
