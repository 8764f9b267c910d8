import { type MutationReport, runMutants, scoreOf, type TestSubject } from '../../proof/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import type { ImportReader } from '../given/ImportReader.ts';
import { onOneLine } from '../print/terminal.ts';
import type { Goal } from './Goal.ts';

/** How many of the changes of a workflow its tests noticed; null: they fail without any. */
export interface MutatedWorkflow {
  readonly path: string;
  readonly report: MutationReport | null;
}

/** Workflows and all their tests, which may be in several files. */
export class WorkflowMutation {
  readonly #subjects = new Map<string, TestSubject[]>();
  readonly #failing = new Set<string>();

  add(workflow: string, subjects: readonly TestSubject[], havePassed: boolean): void {
    this.#subjects.set(workflow, [...(this.#subjects.get(workflow) ?? []), ...subjects]);
    if (!havePassed) this.#failing.add(workflow);
  }

  /** Plays the tests of each workflow on each of its changes. */
  async run(io: CommandIo, reader: ImportReader): Promise<readonly MutatedWorkflow[]> {
    const ports = io.runScript === undefined ? {} : { runScript: io.runScript };
    const mutated: MutatedWorkflow[] = [];
    for (const [path, tests] of this.#subjects) {
      const [first] = tests;
      if (first === undefined) continue;
      const analyze = (text: string) => reader.analyze({ path, text });
      const given = { analysis: first.analysis, tests, analyze, ports, goesOn: () => !io.signal.aborted };
      mutated.push({ path, report: this.#failing.has(path) ? null : await runMutants(given) });
    }
    return mutated;
  }
}

/** What JSON says of it. */
export function mutationToJson(workflows: readonly MutatedWorkflow[]): readonly object[] {
  return workflows.map(({ path, report }) =>
    report === null ? { path, score: null } : { path, score: scoreOf(report), ...report },
  );
}

/** Prints the score of each workflow, and below it the changes that no test noticed. */
export function printMutation(io: CommandIo, workflows: readonly MutatedWorkflow[]): void {
  for (const { path, report } of workflows) {
    const name = onOneLine(path);
    if (report === null) {
      io.printOut(`${name} was not changed: its tests fail as it is. Fix them first.\n`);
      continue;
    }
    const score = scoreOf(report);
    const color = score === 100 ? 'green' : 'yellow';
    io.printOut(`${name} `, { color, text: `${score} %` }, ` (${report.found} of ${report.mutants} changes noticed)\n`);
    for (const { what, why, at } of report.survivors) {
      const place = { color: 'dim', text: `  ${name}:${at.line}:${at.column}` } as const;
      io.printOut(place, ` ${onOneLine(`${what}. ${why}`)}\n`);
    }
  }
}

/** How many changes the tests of each workflow are to notice; none where `least` is null. */
export function mutationGoals(workflows: readonly MutatedWorkflow[], least: number | null): readonly Goal[] {
  if (least === null) return [];
  return workflows.map(({ path, report }) => {
    const score = report === null ? 0 : scoreOf(report);
    const message = `its tests notice ${score} % of its changes, and ${least} % are wanted.`;
    return { path, code: 'MUTATION', name: 'changes noticed', isReached: score >= least, message };
  });
}
