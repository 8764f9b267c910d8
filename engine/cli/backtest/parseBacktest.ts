import { err, ok, type Result } from '../../base/index.ts';
import type { OnMiss } from '../../proof/index.ts';
import { readArguments } from '../readArguments.ts';

/** `signalbox backtest`. */
export interface BacktestCommand {
  /** The workflow as it is now. */
  readonly file: string;
  /** Recorded runs, and folders that are searched for them. */
  readonly runs: readonly string[];
  readonly isJson: boolean;
  readonly onMiss: OnMiss;
}

const ON_MISS: readonly OnMiss[] = ['stop', 'error', 'simulate'];

/** Reads the arguments of `signalbox backtest`. Throws what {@link readArguments} throws. */
export function parseBacktest(args: readonly string[]): Result<BacktestCommand, string> {
  const { values, positionals } = readArguments(args, { json: { type: 'boolean' }, 'on-miss': { type: 'string' } });
  if (positionals.includes('')) return err('The name of a file is empty. Is a variable of your shell unset?');
  const [file, ...runs] = positionals;
  if (file === undefined || runs.length === 0)
    return err('A workflow and runs of it are needed. Use signalbox backtest FILE RUN|FOLDER…');
  const onMiss = ON_MISS.find((each) => each === (values['on-miss'] ?? 'stop'));
  if (onMiss === undefined)
    return err(`--on-miss takes stop, error or simulate, and not “${values['on-miss'] ?? ''}”.`);
  return ok({ file, runs, isJson: values.json ?? false, onMiss });
}
