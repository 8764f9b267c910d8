import { checkEvents } from '../simulation/checkEvents.ts';
import { compareMemory, compareWithModel } from '../simulation/compareWithModel.ts';
import { type Comparable, toComparable } from './compareHosted.ts';
import type { GeneratedCase } from './generatedCases.ts';
import type { HostCase, HostedRun, TestHost } from './HostCase.ts';

/** What was found of many cases. */
export interface Sameness {
  readonly cases: number;
  /** Cases whose trace is the same on all hosts, event by event. */
  readonly traced: number;
  /** Cases that no host started. */
  readonly refused: number;
  readonly events: number;
  /** What differs, in words. */
  readonly differences: readonly string[];
}

interface HostResult {
  readonly host: TestHost;
  readonly hosted: HostCase;
  /** A text: why there is none. */
  readonly run: HostedRun | string;
}

/** A case by host, asked once for each: what a host is sent may name its own site. */
export type CaseOf<Case extends HostCase = HostCase> = (host: TestHost) => Case;

/** Runs each case on each host, and compares what came of it. */
export async function compareHosts(hosts: readonly TestHost[], cases: readonly CaseOf[]): Promise<Sameness> {
  const counts = { cases: 0, traced: 0, refused: 0, events: 0 };
  const differences: string[] = [];
  const runs = await Promise.all(hosts.map((host) => runAll(host, cases)));
  for (const index of cases.keys()) {
    const found = runs.flatMap((ofHost) => ofHost[index] ?? []);
    counts.cases += 1;
    const compared: (readonly [string, Comparable])[] = [];
    for (const { host, hosted, run } of found) {
      if (typeof run === 'string') differences.push(`${hosted.name} on ${host.name}: ${run}`);
      else {
        counts.events += run.events.length;
        compared.push([host.name, toComparable(run)]);
        differences.push(...checkReplay(run).map((each) => `${hosted.name} on ${host.name}: ${each}`));
      }
    }
    const [first, ...others] = compared;
    if (first === undefined) continue;
    const [name, reference] = first;
    if (reference.refused !== null) counts.refused += 1;
    const isTraced = compared.every(([, { trace }]) => trace !== null);
    if (isTraced) counts.traced += 1;
    const isOpen = found.some(({ hosted }) => isGenerated(hosted) && hosted.prediction.kind === 'open');
    for (const [other, comparable] of others)
      for (const key of ['refused', 'end', 'activations', 'trace'] as const) {
        if (isOpen ? key !== 'refused' : key === 'trace' && !isTraced) continue;
        const difference = firstDifference(reference[key], comparable[key]);
        if (difference !== null)
          differences.push(`${found[0]?.hosted.name}: ${key} on ${name} and ${other}: ${difference}`);
      }
  }
  return { ...counts, differences };
}

/** All cases on one host, some side by side. */
async function runAll(host: TestHost, cases: readonly CaseOf[]): Promise<readonly HostResult[]> {
  const results: HostResult[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < cases.length; index = next++) {
      const hosted = cases[index]?.(host);
      if (hosted === undefined) return;
      const run = await host.run(hosted).then(
        (ended) => checkModel(hosted, ended) ?? ended,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      results[index] = { host, hosted, run };
    }
  };
  await Promise.all(Array.from({ length: host.atOnce }, work));
  return results;
}

/** What a naive interpreter says of a generated workflow holds on every host. */
function checkModel(hosted: HostCase, { refused, events }: HostedRun): string | null {
  if (refused !== null || !isGenerated(hosted)) return null;
  const { prediction, document, memory } = hosted;
  try {
    const view = checkEvents(events, document);
    if (prediction.kind !== 'ends') return null;
    compareWithModel(view, prediction);
    compareMemory({ memory }, prediction);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function isGenerated(hosted: HostCase): hosted is GeneratedCase {
  return 'prediction' in hosted;
}

function checkReplay({ events, replayed }: HostedRun): readonly string[] {
  const difference = firstDifference(events.map(toText), replayed.map(toText));
  return difference === null ? [] : [`replayed, it gives other events: ${difference}`];
}

function firstDifference(one: unknown, other: unknown): string | null {
  if (Array.isArray(one) && Array.isArray(other)) {
    const at = Array.from({ length: Math.max(one.length, other.length) }).findIndex(
      (_, index) => toText(one[index]) !== toText(other[index]),
    );
    return at === -1 ? null : `${at} of ${one.length}: ${toText(one[at])}\n  not ${toText(other[at])}`;
  }
  return toText(one) === toText(other) ? null : `${toText(one)}\n  not ${toText(other)}`;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
}
