import { parse as parseCel } from '@marcbachmann/cel-js';
import { evaluateTemplate, parseTemplate, type Scope } from '../../engine/expression/index.ts';
import { DATA, LISTS, type Sample, VALUES, variant } from '../expressionMix.ts';
import { compileFloor } from '../floors/acornClosures.ts';
import { formatTime, type Row, toRow } from '../Row.ts';
import { type Race, type RaceTimes, race } from '../race.ts';

const FLOOR = 'closures over an acorn tree (floor)';
const CEL = '@marcbachmann/cel-js';
/** The digit in place of `N` where the source may stay the same. */
const HOT = 3;

const ROOTS: ReadonlyMap<string, (typeof DATA)[keyof typeof DATA]> = new Map(Object.entries(DATA));

const scope: Scope = {
  root: (name) => ROOTS.get(name),
  now: () => 0,
  random: () => 0,
};

/** Templates of a workflow, evaluated again and again, and for the first time. */
export function measureExpressions(): readonly Row[] {
  const mixes = [
    { name: 'paths, conditions, text', samples: VALUES },
    { name: 'arrow functions over 20 rows', samples: LISTS },
  ];
  return mixes.flatMap(({ name, samples }) => {
    for (const sample of samples) checkAgreement(sample);
    return [
      row(`Hot expression: ${name}`, FLOOR, 1.5, { samples, ours: hotOurs, theirs: hotFloor }),
      row(`Hot expression: ${name}`, CEL, 1 / 2.5, { samples, ours: hotOurs, theirs: hotCel }),
      row(`First call: ${name}`, CEL, 1.5, { samples, ours: firstOurs, theirs: firstCel }),
    ];
  });
}

type Runner = (sample: Sample) => () => unknown;

interface Mix {
  readonly samples: readonly Sample[];
  readonly ours: Runner;
  readonly theirs: Runner;
}

/** Every sample is raced by itself; the times of a mix are means over its samples in which each weighs the same. */
function row(what: string, peer: string, limit: number, mix: Mix): Row {
  const times = mix.samples.map((sample) =>
    race({ ours: mix.ours(sample), theirs: mix.theirs(sample) } satisfies Race),
  );
  return toRow({ what, peer, limit, format: formatTime, ...geometricMean(times) });
}

function geometricMean(times: readonly RaceTimes[]): RaceTimes {
  const mean = (pick: (time: RaceTimes) => number): number =>
    Math.exp(times.reduce((sum, time) => sum + Math.log(pick(time)), 0) / times.length);
  return { ours: mean((time) => time.ours), theirs: mean((time) => time.theirs) };
}

function evaluateOurs(source: string): () => unknown {
  const template = parseTemplate(`{{ ${source} }}`);
  return () => {
    const result = evaluateTemplate(template, scope);
    if (!result.ok) throw new Error(result.error.message);
    return result.value.value;
  };
}

function hotOurs({ source }: Sample): () => unknown {
  return evaluateOurs(variant(source, HOT));
}

function hotFloor({ source }: Sample): () => unknown {
  const run = compileFloor(variant(source, HOT));
  return () => run(DATA);
}

function hotCel({ cel }: Sample): () => unknown {
  const run = parseCel(variant(cel, HOT));
  return () => run(DATA);
}

function firstOurs({ source }: Sample): () => unknown {
  let turn = 0;
  return () => evaluateOurs(variant(source, (turn += 1)))();
}

function firstCel({ cel }: Sample): () => unknown {
  let turn = 0;
  return () => parseCel(variant(cel, (turn += 1)))(DATA);
}

/** What is raced has to give the same values. */
function checkAgreement(sample: Sample): void {
  const [ours, floor, cel] = [hotOurs, hotFloor, hotCel].map((run) => JSON.stringify(run(sample)()));
  if (ours !== floor || ours !== cel)
    throw new Error(`${sample.source}: ${ours}, ${floor} and ${cel} are not one value.`);
}
