/**
 * For `*.long.test.ts` alone: how many times as long as the floor the work takes, both measured in turns on this machine, now. Of each the
 * fastest call counts, in which the machine did least else.
 */
export async function ratioToFloor(work: () => unknown, floor: () => unknown, calls = 5): Promise<number> {
  let [least, leastOfFloor] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let call = 0; call < calls; call += 1) {
    least = Math.min(least, await elapsed(work));
    leastOfFloor = Math.min(leastOfFloor, await elapsed(floor));
  }
  return least / leastOfFloor;
}

async function elapsed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
