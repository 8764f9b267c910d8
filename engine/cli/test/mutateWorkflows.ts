import { type MutationReport, runMutants, scoreOf, type TestSubject } from '../../proof/index.ts';
import { type CommandIo, scriptPort } from '../CommandIo.ts';
import type { ImportReader } from '../given/ImportReader.ts';
import { onOneLine } from '../print/terminal.ts';
import type { Goal } from './Goal.ts';
import type { TestCommand } from './TEST.ts';

/** How many of the changes of a workflow its tests noticed; null: they fail without any. */
interface MutatedWorkflow {
  readonly path: string;
  readonly report: MutationReport | null;
}

/** Workflows and all their tests, which may be in several files; how many changes of the workflows they notice, once that was tried. */
export class WorkflowMutation {
  readonly #least: number | null;
  readonly #subjects = new Map<string, TestSubject[]>();
  readonly #failing = new Set<string>();
  readonly #mutated: MutatedWorkflow[] = [];

  constructor({ least }: NonNullable<TestCommand['mutation']>) {
    this.#least = least;
  }

  add(workflow: string, subjects: readonly TestSubject[], havePassed: boolean): void {
    this.#subjects.set(workflow, [...(this.#subjects.get(workflow) ?? []), ...subjects]);
    if (!havePassed) this.#failing.add(workflow);
  }

  /** Plays the tests of each workflow on each of its changes. */
  async run(io: CommandIo, reader: ImportReader): Promise<void> {
    const ports = scriptPort(io);
    for (const [path, tests] of this.#subjects) {
      const [first] = tests;
      if (first === undefined) continue;
      const analyze = (text: string) => reader.analyze({ path, text });
      const given = { analysis: first.analysis, tests, analyze, ports, goesOn: () => !io.signal.aborted };
      this.#mutated.push({ path, report: this.#failing.has(path) ? null : await runMutants(given) });
    }
  }

  /** What JSON says of it. */
  toJson(): readonly object[] {
    return this.#mutated.map(({ path, report }) =>
      report === null ? { path, score: null } : { path, score: scoreOf(report), ...report },
    );
  }

  /** Prints the score of each workflow, and below it the changes that no test noticed. */
  print(io: CommandIo): void {
    for (const { path, report } of this.#mutated) {
      const name = onOneLine(path);
      if (report === null) {
        io.printOut(`${name} was not changed: its tests fail as it is. Fix them first.\n`);
        continue;
      }
      const score = scoreOf(report);
      const color = score === 100 ? 'green' : 'yellow';
      const noticed = ` (${report.found} of ${report.mutants} changes noticed)\n`;
      io.printOut(`${name} `, { color, text: `${score} %` }, noticed);
      for (const { what, why, at } of report.survivors) {
        const place = { color: 'dim', text: `  ${name}:${at.line}:${at.column}` } as const;
        io.printOut(place, ` ${onOneLine(`${what}. ${why}`)}\n`);
      }
    }
  }

  /** How many changes the tests of each workflow are to notice; none where any number is enough. */
  goals(): readonly Goal[] {
    const least = this.#least;
    if (least === null) return [];
    return this.#mutated.map(({ path, report }) => {
      const score = report === null ? 0 : scoreOf(report);
      const message = `its tests notice ${score} % of its changes, and ${least} % are wanted.`;
      return { path, code: 'MUTATION', name: 'changes noticed', isReached: score >= least, message };
    });
  }
}
