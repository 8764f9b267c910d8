import { err, ok, type Result } from '../../base/index.ts';
import type { RepeatPolicy } from '../../hosts/node/index.ts';
import { DRILL_VERDICTS, type DrillVerdict } from '../../proof/index.ts';
import { readArguments } from '../readArguments.ts';

/** `signalbox drill`. */
export interface DrillCommand {
  /** Workflows, and folders that are searched for them. */
  readonly files: readonly string[];
  readonly isJson: boolean;
  /** Verdicts that make the command fail. */
  readonly failOn: readonly DrillVerdict[];
  readonly source: DrillSource;
  readonly repeat: RepeatPolicy;
  /** The cell whose run is shown; null: all are played. */
  readonly show: { readonly place: string; readonly fault: string } | null;
}

/** Which runs the faults are put into. `input` as written: JSON, or `@FILE`. */
export type DrillSource =
  /** The tests next to the workflow, or those of one name; a simulation where there are none. */
  | { readonly kind: 'tests'; readonly name: string | null }
  | { readonly kind: 'simulation'; readonly input: string | null }
  | { readonly kind: 'run'; readonly file: string };

const BAD: readonly DrillVerdict[] = ['unhandled', 'hangs', 'repeats', 'leaks'];

/** Reads the arguments of `signalbox drill`. Throws what {@link readArguments} throws. */
export function parseDrill(args: readonly string[]): Result<DrillCommand, string> {
  const { values, positionals } = readArguments(args, {
    json: { type: 'boolean' },
    'fail-on': { type: 'string' },
    test: { type: 'string' },
    simulate: { type: 'boolean' },
    input: { type: 'string' },
    run: { type: 'string' },
    repeat: { type: 'string' },
    show: { type: 'string' },
  });
  if (positionals.length === 0) return err('No workflow to drill was given. Use signalbox drill FILE|FOLDER…');
  if (positionals.includes('')) return err('The name of a file to drill is empty. Is a variable of your shell unset?');
  const failOn = readVerdicts(values['fail-on']);
  if (!failOn.ok) return failOn;
  const source = readSourceOf(values);
  if (!source.ok) return source;
  const { repeat = 'ask', show } = values;
  if (repeat !== 'ask' && repeat !== 'yes' && repeat !== 'no')
    return err(`--repeat takes ask, yes or no, not "${repeat}".`);
  const cell = show === undefined ? null : /^(.+):([\w-]+)$/.exec(show);
  if (show !== undefined && cell === null)
    return err('--show takes a cell, TASK:FAULT or TASK/TOOL:FAULT, such as fetch:timeout.');
  return ok({
    files: positionals,
    isJson: values.json ?? false,
    failOn: failOn.value,
    source: source.value,
    repeat,
    show: cell === null ? null : { place: cell[1] ?? '', fault: cell[2] ?? '' },
  });
}

function readVerdicts(list: string | undefined): Result<readonly DrillVerdict[], string> {
  if (list === undefined) return ok(BAD);
  const words = list.split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()]));
  const known = DRILL_VERDICTS.filter((verdict) => words.includes(verdict));
  const unknown = words.find((word) => !known.some((verdict) => verdict === word));
  return unknown === undefined
    ? ok(known)
    : err(
        `--fail-on takes verdicts separated by commas. “${unknown}” is not a verdict: use ${DRILL_VERDICTS.join(', ')}.`,
      );
}

function readSourceOf(values: {
  readonly test?: string | undefined;
  readonly simulate?: boolean | undefined;
  readonly input?: string | undefined;
  readonly run?: string | undefined;
}): Result<DrillSource, string> {
  const { test, input, run } = values;
  const isSimulated = values.simulate === true || input !== undefined;
  const given = [test !== undefined, isSimulated, run !== undefined].filter(Boolean).length;
  if (given > 1) return err('Use one of --test, --simulate or --input, and --run: each says what is drilled.');
  if (run !== undefined) return ok({ kind: 'run', file: run });
  if (isSimulated) return ok({ kind: 'simulation', input: input ?? null });
  return ok({ kind: 'tests', name: test ?? null });
}
