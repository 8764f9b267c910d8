import { blocksRun, checkAnalysis } from '../../check/index.ts';
import type { Analysis } from '../../graph/index.ts';
import type { Findings, TestCase } from '../../testFile/index.ts';
import { judgeTest } from '../judge/judgeTest.ts';
import { type PlayedTest, playTest } from '../play/playTest.ts';
import type { GivenCassette } from '../play/RecordedCalls.ts';
import type { TestPorts } from '../play/TestCalls.ts';
import { distinguish, isAlike } from './distinguish.ts';
import { listMutants, type Mutant } from './listMutants.ts';

interface MutatedTest {
  readonly test: TestCase;
  readonly findings: Findings;
  /** The recorded run that the test names. */
  readonly cassette?: GivenCassette;
}

/** A workflow and its tests, all of which pass. */
export interface Mutated {
  readonly analysis: Analysis;
  readonly tests: readonly MutatedTest[];
  /** Reads a changed text of the workflow as the first one was read, with its imports. */
  readonly analyze: (text: string) => Analysis | Promise<Analysis>;
  readonly ports?: TestPorts;
  /** Called before each change with how many were looked at, and of how many; false omits what is left. */
  readonly goesOn?: (done: number, total: number) => boolean | Promise<boolean>;
}

/** A change that no test noticed, and why. */
export interface Survivor extends Omit<Mutant, 'text'> {
  readonly why: string;
}

/** What tests are worth: how many of the changes they noticed. */
export interface MutationReport {
  /** Changed workflows that can run. */
  readonly mutants: number;
  readonly found: number;
  readonly survivors: readonly Survivor[];
}

/** Changes a workflow in one place at a time, and plays its tests on it until one fails. Pure, but for how texts are read. Patterns must be loaded. */
export async function runMutants(mutated: Mutated): Promise<MutationReport> {
  const { analysis, tests, ports } = mutated;
  const usual: PlayedTest[] = [];
  for (const { test, cassette } of tests) usual.push(await playTest(analysis, test, { ...ports, cassette }));
  const survivors: Survivor[] = [];
  let mutants = 0;
  const listed = listMutants(analysis);
  for (const [index, { text, ...mutant }] of listed.entries()) {
    if ((await mutated.goesOn?.(index, listed.length)) === false) break;
    const changed = await mutated.analyze(text);
    // What cannot run would be found before any test.
    if (blocksRun(checkAnalysis(changed)) || !canDiffer(analysis, changed, mutant)) continue;
    mutants += 1;
    const fate = await play({ ...mutated, changed, usual });
    if (fate !== null) survivors.push({ ...mutant, why: explain(fate, mutant, usual) });
  }
  return { mutants, found: mutants - survivors.length, survivors };
}

/** Percent of the changes that were noticed, rounded down, so that 100 means all; 100 where there are none. */
export function scoreOf({ mutants, found }: Pick<MutationReport, 'mutants' | 'found'>): number {
  return mutants === 0 ? 100 : Math.floor((100 * found) / mutants);
}

/** How runs differ in a way that tests could see; null: a test has noticed. */
type Fate = { readonly differs: Difference | null } | null;

/** The test whose run differs, and a line that it could expect; null: none is short and says it. */
interface Difference {
  readonly test: string;
  readonly line: string | null;
}

async function play(
  of: Mutated & { readonly changed: Analysis; readonly usual: readonly PlayedTest[] },
): Promise<Fate> {
  let differs: Difference | null = null;
  for (const [index, each] of of.tests.entries()) {
    const played = await playTest(of.changed, each.test, { ...of.ports, cassette: each.cassette });
    if (!judgeTest(of.changed, each.test, played, each.findings).passed) return null;
    const before = of.usual[index];
    if (before === undefined || (differs?.line ?? null) !== null || isAlike(before, played)) continue;
    differs = { test: each.test.name, line: distinguish(before, played) };
  }
  return { differs };
}

/** A handler that is omitted may lead where list order leads: then nothing can differ. */
function canDiffer(before: Analysis, after: Analysis, { kind, task }: Omit<Mutant, 'text'>): boolean {
  if (kind !== 'handler') return true;
  const handlers = before.graph.nodes.get(task)?.task.handlers ?? [];
  const left = new Set(after.graph.nodes.get(task)?.task.handlers.map(({ name }) => name));
  const gone = handlers.find(({ name }) => !left.has(name));
  if (gone?.name !== 'on_success' || gone.with !== null) return true;
  const targets = ({ graph }: Analysis): string =>
    graph.edges
      .filter(({ source, via }) => source === task && (via === 'on_success' || via === 'sequence'))
      .map(({ target }) => target)
      .sort()
      .join(' ');
  return targets(before) !== targets(after);
}

function explain(
  { differs }: Exclude<Fate, null>,
  { task }: Omit<Mutant, 'text'>,
  usual: readonly PlayedTest[],
): string {
  if (!usual.some(({ view }) => view.tasks.has(task))) return `No test reaches “${task}”.`;
  if (differs === null) return 'All runs of the tests are the same with it: no test has a case where it matters.';
  const { test, line } = differs;
  if (line === null)
    return `Runs of the tests differ with it, first that of “${test}”. Expect what differs under that.`;
  return `The run of “${test}” differs with it. Add to its expect: ${line}`;
}
