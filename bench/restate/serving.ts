import type { RunService } from '../../engine/service/index.ts';

/** How many runs are started side by side, of how many steps each. */
export const RUNS = 100;
export const STEPS = 50;

/** A workflow of so many steps, one after the other, each of which hashes a short text. */
export function chainText(steps: number): string {
  const tasks = Array.from({ length: steps }, (_, index) => {
    const next = index + 1 < steps ? `    on_success: { next: t${index + 1} }\n` : '';
    return `  - id: t${index}\n    type: basic\n    use: core:hash\n    with: { text: "x${index}" }\n${next}`;
  });
  return `tasks:\n${tasks.join('')}`;
}

/** A workflow of so many steps, one after the other, each of which asks a site. */
export function askText(steps: number, url: string): string {
  const step = `    type: basic\n    use: core:http\n    with: { url: '${url}' }\n`;
  const tasks = Array.from({ length: steps }, (_, index) => {
    const next = index + 1 < steps ? `    on_success: { next: t${index + 1} }\n` : '';
    return `  - id: t${index}\n${step}${next}`;
  });
  return `tasks:\n${tasks.join('')}`;
}

/** Starts runs side by side and waits for the end of all. Answers with their ids. */
export async function runAll(service: RunService, workflow: string, runs: number): Promise<readonly string[]> {
  const ids = await Promise.all(
    Array.from({ length: runs }, async () => {
      const started = await service.start({ workflow, input: {} });
      if (!started.ok) throw new Error(JSON.stringify(started.error));
      return started.value.run.id;
    }),
  );
  const ended = await Promise.all(ids.map((id) => service.untilEnded(id, AbortSignal.timeout(120_000))));
  const failed = ended.find((run) => run?.status !== 'success');
  if (failed !== undefined) throw new Error(`A run ended otherwise: ${JSON.stringify(failed)}`);
  return ids;
}

/** Time on the wall that a job takes, in ms. */
export async function timeOf(job: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await job();
  return performance.now() - before;
}

/** Times of two jobs in turns, in ms: ours, then theirs. */
export async function inTurns(
  rounds: number,
  { ours, theirs }: { readonly ours: () => Promise<unknown>; readonly theirs: () => Promise<unknown> },
): Promise<{ readonly ours: readonly number[]; readonly theirs: readonly number[] }> {
  const times = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    times.theirs.push(await timeOf(theirs));
    times.ours.push(await timeOf(ours));
  }
  return times;
}
