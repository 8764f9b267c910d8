import { holdsWorkflow, isTestFile } from '#engine';
import { compareDrills, type DrilledCells, tellDrills } from '#engine/proof';
import type { LocalEngine } from '#engine/worker';
import { relatedFiles } from '../document/analysis.ts';
import { enginePort, ignoreWorkerExit } from '../document/engine.ts';
import { testedFiles } from '../document/testData.ts';
import { session } from '../store/store.ts';
import type { ShownProposal } from './proposals.ts';

/** How long faults are tried for one proposal, in ms: half of it on the texts as they are. Those of the tasks that it is about come first. */
const MOST_TIME = 3_000;

type Texts = ReadonlyMap<string, string>;

/**
 * Drills the workflows that a proposal changes, as they are and as it would leave them, and says after which faults it is better or worse then; of new
 * ones, which faults nothing handles. Empty where nothing differs. Null: there is no engine, or `isWanted` said that no one waits for it.
 */
export async function drillProposed(
  { judged, on }: ShownProposal,
  isWanted: () => boolean,
): Promise<readonly string[] | null> {
  const engine = enginePort()?.engine;
  if (engine === undefined || judged === null) return null;
  const paths = [...judged.after.keys()].filter(holdsWorkflow);
  const first = new Set(judged.changes.flatMap(({ tasks }) => tasks));
  const time = MOST_TIME / 2 / Math.max(1, paths.length);
  const told: string[] = [];
  try {
    for (const path of paths) {
      const then = new Map([...on, ...judged.after]);
      const isNew = !on.has(path);
      // Tests are those before and after; of a new workflow, those that it brings.
      const place = { path, tests: findTests(path, isNew ? then : on), first };
      const after = await drillWithin(engine, { ...place, texts: then }, { time, isWanted });
      const before = isNew
        ? { cells: [], isWhole: true }
        : await drillWithin(engine, { ...place, texts: on }, { time, isWanted });
      if (!isWanted()) return null;
      told.push(...tellDrills(compareDrills(before, after)));
    }
  } catch (error) {
    ignoreWorkerExit(error);
    return null;
  }
  return told;
}

/** The test file in which the workflow is played, before and after; null: with answers that are made up. */
function findTests(path: string, texts: Texts): string | null {
  const state = session.getState();
  const beside = path.replace(/(\.ya?ml)$/iu, '.test$1');
  const isOf = (name: string): boolean => {
    const related = relatedFiles(state, name);
    // What is not in the workspace yet is of the workflow by its name.
    return related.has(path) || (name === beside && related.size === 0);
  };
  const own = [...texts.keys()].filter((name) => isTestFile(name) && isOf(name));
  return own.find((name) => name === beside) ?? own[0] ?? null;
}

interface DrilledPlace {
  readonly path: string;
  readonly tests: string | null;
  readonly first: ReadonlySet<string>;
  readonly texts: Texts;
}

/** Stops after some time: what was tried until then is told. */
async function drillWithin(
  engine: LocalEngine,
  { path, tests, first, texts }: DrilledPlace,
  { time, isWanted }: { readonly time: number; readonly isWanted: () => boolean },
): Promise<DrilledCells> {
  const state = session.getState();
  const tested = tests === null ? relatedFiles(state, path) : await testedFiles(state, tests);
  const files = new Map([...tested, ...texts]);
  const text = tests === null ? undefined : texts.get(tests);
  const source =
    tests === null || text === undefined
      ? ({ kind: 'simulation' } as const)
      : ({ kind: 'tests', path: tests, text, only: null } as const);
  const cells: DrilledCells['cells'][number][] = [];
  const until = performance.now() + time;
  let isWhole = true;
  const outcome = await engine.drill({ path, files, source, first }, ({ cell, done, total }) => {
    cells.push(cell);
    isWhole = done === total || (performance.now() < until && isWanted());
    return isWhole;
  });
  return { cells, isWhole: isWhole && outcome.wrong.length === 0 };
}
