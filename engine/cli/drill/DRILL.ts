import { DRILL_VERDICTS, type DrillVerdict } from '../../proof/index.ts';
import { apart, defineArguments, type Parsed } from '../arguments/Arguments.ts';
import { flag, misuse, text, usual, value } from '../arguments/options.ts';
import { REPEAT } from '../given/GIVEN.ts';

const BAD: readonly DrillVerdict[] = ['unhandled', 'hangs', 'repeats', 'leaks'];

/** What `signalbox drill` takes. */
export const DRILL = defineArguments(
  'drill',
  {
    /** Verdicts that make the command fail. */
    failOn: usual(value(readVerdicts, `verdicts separated by commas: ${DRILL_VERDICTS.join(', ')}`), BAD),
    /** The only test that faults are put into; null: all tests next to the workflow, a simulation where there are none. */
    test: text,
    /** Faults are put into a simulation, as with `input`: JSON, or `@FILE`. */
    simulate: flag,
    input: text,
    /** The recorded run that faults are put into. */
    run: text,
    repeat: usual(REPEAT, 'ask'),
    /** The cell whose run is shown; null: all are played. */
    show: value(readCell, 'a cell, TASK:FAULT or TASK/TOOL:FAULT, such as fetch:timeout'),
  },
  (values, files) => {
    if (files.length === 0) throw misuse('No workflow to drill was given. Use signalbox drill FILE|FOLDER…');
    return { ...values, files };
  },
  [apart('test', 'simulate', 'run'), apart('test', 'input', 'run')],
);

export type DrillCommand = Parsed<typeof DRILL>;

function readVerdicts(list: string): readonly DrillVerdict[] | undefined {
  const words = list.split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()]));
  const known = DRILL_VERDICTS.filter((verdict) => words.includes(verdict));
  return words.every((word) => known.some((verdict) => verdict === word)) ? known : undefined;
}

function readCell(written: string): { readonly place: string; readonly fault: string } | undefined {
  const [, place, fault] = /^(.+):([\w-]+)$/.exec(written) ?? [];
  return place === undefined || fault === undefined ? undefined : { place, fault };
}
