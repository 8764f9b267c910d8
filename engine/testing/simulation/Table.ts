import type { Trial, TrialResult } from './simulate.ts';

type Column = 'success' | 'error' | 'cancelled' | 'hung' | 'predicted' | 'crashed' | 'remembered';

interface Row {
  runs: number;
  activations: number;
  inputs: number;
  readonly counts: Record<Column, number>;
}

/** What the runs of a simulation came to, so that it shows that they got somewhere. */
export class Table {
  readonly #rows = new Map<string, Row>();

  add(kind: string, { prediction }: Trial, { view, inputs, crashes, hung, messages }: TrialResult): void {
    const counts = { success: 0, error: 0, cancelled: 0, hung: 0, predicted: 0, crashed: 0, remembered: 0 };
    const row = this.#rows.get(kind) ?? { runs: 0, activations: 0, inputs: 0, counts };
    this.#rows.set(kind, row);
    row.runs += 1;
    row.activations += view.activations.size;
    row.inputs += inputs;
    if (view.status !== 'running' && !hung) row.counts[view.status] += 1;
    if (hung) row.counts.hung += 1;
    if (prediction.kind === 'ends') row.counts.predicted += 1;
    if (crashes > 0) row.counts.crashed += 1;
    if (messages > 0) row.counts.remembered += 1;
  }

  /** Which share of the runs of a kind, from 0 to 1. */
  share(kind: string, column: Column): number {
    const row = this.#rows.get(kind);
    return row === undefined ? 0 : row.counts[column] / row.runs;
  }

  /** One line a kind. */
  format(): string {
    const lines = [...this.#rows].map(([kind, { runs, activations, inputs, counts }]) => {
      const shares = Object.entries(counts).map(([name, count]) => `${name} ${((100 * count) / runs).toFixed(1)} %`);
      const means = [`activations ${(activations / runs).toFixed(1)}`, `inputs ${(inputs / runs).toFixed(1)}`];
      return `${kind}: ${runs} runs, ${[...shares, ...means].join(', ')}`;
    });
    return lines.join('\n');
  }
}
