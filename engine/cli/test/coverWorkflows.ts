import type { Analysis } from '../../graph/index.ts';
import {
  COVERED_KINDS,
  Coverage,
  type CoveredPart,
  countParts,
  listMissed,
  PLURALS,
  percentOf,
  type TestResult,
} from '../../proof/index.ts';
import { type CoverageTargets, joinTargets } from '../../testFile/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import { onOneLine } from '../print/terminal.ts';
import type { Goal } from './Goal.ts';
import type { TestCommand } from './TEST.ts';
import { writeResult } from './writeResult.ts';

/** How coverage is told. */
type CoverageOptions = NonNullable<TestCommand['coverage']>;

type TargetName = Parameters<CoverageTargets['get']>[0];

/** The coverage of workflows, while their tests are played, and what is told of it. */
export class WorkflowCoverage {
  readonly #options: CoverageOptions;
  readonly #known = new Map<string, Coverage>();
  readonly #targets = new Map<string, CoverageTargets>();

  constructor(options: CoverageOptions = { file: null, least: new Map() }) {
    this.#options = options;
  }

  /** Tests of one workflow may be in several files. */
  add(workflow: string, analysis: Analysis, { played }: Pick<TestResult, 'played'>): void {
    const known = this.#known.get(workflow) ?? new Coverage(analysis);
    this.#known.set(workflow, known);
    known.add(played);
  }

  /** What a test file of the workflow asks for: of several, the most counts. */
  ask(workflow: string, targets: CoverageTargets): void {
    this.#targets.set(workflow, joinTargets(this.#targets.get(workflow) ?? new Map(), targets));
  }

  list(): readonly CoveredWorkflow[] {
    return [...this.#known].map(([name, coverage]) => ({
      path: name,
      parts: coverage.list(),
      targets: this.#targets.get(name) ?? new Map(),
    }));
  }

  /** What JSON says of it: the shares, the thresholds with what is reached of them, and what no test reached. */
  toJson(): readonly object[] {
    return this.list().map((workflow) => {
      const { path: name, parts } = workflow;
      const { task: tasks, edge: edges, outcome: outcomes, branch: branches } = countParts(parts);
      const shares = { percent: percentOf(parts), tasks, edges, outcomes, branches };
      const missed = listMissed(parts).map(({ at, text }) => ({ at, text }));
      return { path: name, ...shares, thresholds: thresholdsOf(workflow, this.#options.least), missed, parts };
    });
  }

  /** Prints the shares of each workflow, and below it what no test reached. */
  print(io: CommandIo): void {
    for (const { path: name, parts } of this.list()) {
      const counts = countParts(parts);
      const shares = COVERED_KINDS.map((kind) => `${counts[kind].covered} of ${counts[kind].all} ${PLURALS[kind]}`);
      const percent = percentOf(parts);
      const color = percent === 100 ? 'green' : 'yellow';
      io.printOut(`${onOneLine(name)} `, { color, text: `${percent} %` }, ` (${shares.join(', ')})\n`);
      for (const { at, text } of listMissed(parts))
        io.printOut({ color: 'dim', text: `  ${onOneLine(name)}:${at.line}:${at.column}` }, ` ${onOneLine(text)}\n`);
    }
  }

  /** Writes it to the file that is asked for, if any. Throws a `CommandError`. */
  async write(io: CommandIo): Promise<void> {
    const { file } = this.#options;
    if (file === null) return;
    const isJson = file.toLowerCase().endsWith('.json');
    const text = isJson ? `${JSON.stringify({ workflows: this.toJson() }, null, 2)}\n` : formatLcov(this.list());
    await writeResult(io, file, text);
  }

  /** The thresholds of all workflows. */
  goals(): readonly Goal[] {
    return this.list().flatMap((workflow) =>
      thresholdsOf(workflow, this.#options.least).map(({ of, wanted, percent, isReached }) => ({
        path: workflow.path,
        code: 'COVERAGE',
        name: of === 'all' ? 'covered' : `${of} covered`,
        isReached,
        message: `its tests cover ${percent} % of ${of === 'all' ? 'it' : `its ${of}`}, and ${wanted} % are wanted.`,
      })),
    );
  }
}

/** What is wanted of a workflow, all of its parts or a kind of them, and what its tests reached; in percent. */
interface Threshold {
  readonly of: TargetName;
  readonly wanted: number;
  readonly percent: number;
  readonly isReached: boolean;
}

/** What the command line names counts in place of what the test files ask for. */
function thresholdsOf({ parts, targets }: CoveredWorkflow, least: CoverageTargets): readonly Threshold[] {
  return [...new Map([...targets, ...least])].map(([of, wanted]) => {
    const percent = percentOf(of === 'all' ? parts : parts.filter(({ kind }) => PLURALS[kind] === of));
    return { of, wanted, percent, isReached: percent >= wanted };
  });
}

/** What the tests of one workflow came to, and what its test files ask for. */
export interface CoveredWorkflow {
  readonly path: string;
  readonly parts: readonly CoveredPart[];
  readonly targets: CoverageTargets;
}

/** Coverage as lcov: a task is a function and the line it begins on, an edge or an outcome is a branch of its line. */
export function formatLcov(workflows: readonly CoveredWorkflow[]): string {
  return workflows.map(formatFile).join('');
}

function formatFile({ path, parts }: CoveredWorkflow): string {
  const tasks = parts.filter(({ kind }) => kind === 'task');
  const branches = parts.filter(({ kind }) => kind !== 'task');
  const lines = new Map(tasks.map(({ at, count }) => [at.line, count]));
  const starts = new Map(tasks.map(({ task, count }) => [task, count]));
  return [
    `TN:`,
    `SF:${path}`,
    ...tasks.map(({ at, task }) => `FN:${at.line},${oneWord(task)}`),
    ...tasks.map(({ count, task }) => `FNDA:${count},${oneWord(task)}`),
    `FNF:${tasks.length}`,
    `FNH:${countHit(tasks)}`,
    // A branch of a task that never started is `-`.
    ...branches.map(
      ({ at, count, task }, index) => `BRDA:${at.line},0,${index},${starts.get(task) === 0 ? '-' : count}`,
    ),
    `BRF:${branches.length}`,
    `BRH:${countHit(branches)}`,
    ...[...lines].map(([line, count]) => `DA:${line},${count}`),
    `LF:${lines.size}`,
    `LH:${[...lines.values()].filter((count) => count > 0).length}`,
    'end_of_record',
    '',
  ].join('\n');
}

function countHit(found: readonly CoveredPart[]): number {
  return found.filter(({ count }) => count > 0).length;
}

/** A name that cannot end its line, nor be read as two fields. */
function oneWord(name: string): string {
  return name.replace(/[\s,]/g, '_');
}
