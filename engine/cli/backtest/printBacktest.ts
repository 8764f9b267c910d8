import { isJsonObject, toText } from '../../base/index.ts';
import { formatDuration } from '../../model/index.ts';
import { type Backtest, type BacktestEnd, type BacktestVerdict, tellChanges } from '../../proof/index.ts';
import { onOneLine, type Printed } from '../print/terminal.ts';

/** A run that was played. */
export interface BacktestRow {
  readonly name: string;
  readonly runId: string;
  readonly backtest: Omit<Backtest, 'events'>;
}

/** More tasks than this are counted. */
const MOST_TASKS = 8;

/** A line for a run; below one that is not the same, in what it differs. */
export function formatBacktest({ name, backtest }: BacktestRow): readonly Printed[] {
  const { verdict, before, after, tasks, asks, stop } = backtest;
  const isSame = verdict === 'the same';
  const lines: string[] = [];
  if (!isSame && (before.status !== after.status || stop !== null))
    lines.push(`ended with ${describeEnd(before)}; now ${describeStop(stop) ?? describeEnd(after)}`);
  for (const { task, request, before: asked } of asks) {
    lines.push(
      asked === null
        ? `${task} would ask ${short(JSON.stringify(request))}, and asked nothing there`
        : `${task} would ask for something else: ${tellChanges(asked, request)}`,
    );
  }
  for (const { task, differences } of tasks.slice(0, MOST_TASKS)) lines.push(`${task}: ${differences.join(', ')}`);
  if (tasks.length > MOST_TASKS) lines.push(`and ${tasks.length - MOST_TASKS} more tasks`);
  const time = ` (${formatDuration(after.duration)})\n`;
  const more = lines.map((line) => `  ${onOneLine(line)}\n`).join('');
  return [
    { color: isSame ? 'green' : 'red', text: verdict },
    ` ${onOneLine(name)}`,
    { color: 'dim', text: time },
    more,
  ];
}

/** How many runs came to what. */
export function formatSummary(runs: readonly BacktestRow[]): string {
  const counts = new Map<BacktestVerdict, number>();
  for (const { backtest } of runs) counts.set(backtest.verdict, (counts.get(backtest.verdict) ?? 0) + 1);
  const told = [...counts].map(([verdict, count]) => `${count} ${verdict}`).join(', ');
  return `${runs.length} run${runs.length === 1 ? '' : 's'}: ${told}\n`;
}

function describeEnd({ status, error }: BacktestEnd): string {
  return isJsonObject(error) ? `${status} ${toText(error['code'] ?? '')}` : status;
}

function describeStop(stop: BacktestRow['backtest']['stop']): string | null {
  if (stop === 'ENDLESS') return 'it never seems to end';
  return stop === 'STUCK' ? 'nothing is left that could happen' : null;
}

function short(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
