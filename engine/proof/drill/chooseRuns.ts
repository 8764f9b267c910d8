import type { Analysis, GraphNode } from '../../graph/index.ts';
import type { DrilledTest } from './DrilledTest.ts';
import { type Fault, isTold } from './Fault.ts';
import { listFaults } from './listFaults.ts';
import type { DrillSubject, PlayedDrill } from './PlayedDrill.ts';
import { placeName } from './placeName.ts';

/** A run without a fault, with what it was given. */
export interface DrillBaseline {
  readonly drilled: DrilledTest;
  readonly subject: DrillSubject;
  readonly usual: PlayedDrill;
}

/** A fault with the run that it strikes. */
export interface ChosenFault {
  readonly run: DrillBaseline;
  readonly fault: Fault;
  /** Whether the test of the run says what happens then: there the tool of an agent fails by itself, and its model knows what to say. */
  readonly isForeseen: boolean;
}

/**
 * Each fault with its run, in the order of the text. Faults of a task strike the first run in which nothing else goes wrong with it, else the first that reaches it.
 * A call of a tool of an agent that fails does so in the first test in which this very call fails, where there is one: the answers in other tests are those of a
 * model that was told of no failure.
 */
export function chooseRuns({ graph }: Analysis, played: readonly DrillBaseline[]): readonly ChosenFault[] {
  return [...graph.nodes.values()].flatMap((node) => {
    const all = played.map((run) => ({ run, faults: listFaults(node, run.usual) }));
    return [...ofTask(node, all), ...ofTools(node, all)];
  });
}

interface FoundFaults {
  readonly run: DrillBaseline;
  readonly faults: readonly Fault[];
}

function ofTask({ id }: GraphNode, all: readonly FoundFaults[]): readonly ChosenFault[] {
  const own = all.map(({ run, faults }) => ({ run, faults: faults.filter(({ of }) => of === null) }));
  const coming = own.filter(({ faults }) => faults.length > 0);
  const best = coming.find(({ run }) => isCalm(run.usual, id)) ?? coming[0];
  return best === undefined ? [] : best.faults.map((fault) => ({ run: best.run, fault, isForeseen: false }));
}

function ofTools({ id }: GraphNode, all: readonly FoundFaults[]): readonly ChosenFault[] {
  const names = new Set(
    all.flatMap(({ run }) => [...run.usual.tools].flatMap(([name, { task }]) => (task === id ? [name] : []))),
  );
  return [...names].flatMap((name) => {
    const coming = all.filter(({ run }) => run.usual.tools.has(name));
    const failing = ({ run }: FoundFaults): boolean => run.usual.tools.get(name)?.hasFailed === true;
    const calm = coming.find((each) => !failing(each)) ?? coming[0];
    const foreseen = coming.find((each) => failing(each) && each.run.drilled.findings !== undefined);
    const faults = calm?.faults.filter((fault) => placeName(fault) === name) ?? [];
    return faults.flatMap((fault): readonly ChosenFault[] => {
      const own = isTold(fault) ? foreseen : undefined;
      const best = own ?? calm;
      return best === undefined ? [] : [{ run: best.run, fault, isForeseen: own !== undefined }];
    });
  });
}

function isCalm({ events }: PlayedDrill, id: string): boolean {
  return !events.some(
    (event) => (event.type === 'task.failed' || event.type === 'task.retrying') && event.taskId === id,
  );
}
