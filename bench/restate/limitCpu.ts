import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const GROUPS = '/sys/fs/cgroup/cpu';
const PERIOD = 100_000;

/** Whether processes can be given a part of a core: as root, on Linux with the first form of control groups. */
export function canLimitCpu(): boolean {
  return process.getuid?.() === 0 && existsSync(path.join(GROUPS, 'cpu.cfs_quota_us'));
}

/** How much goes to a group before all else on the machine: what a process may have is then what it gets, whatever else is at work. */
const WEIGHT = 100_000;

/**
 * Gives each process so much of a core, as if it were alone on a small machine; null: as much as there is. Answers with what ends that, once they
 * have ended or were given another group.
 */
export function limitCpu(pids: readonly number[], share: number | null): () => void {
  const groups = pids.map((pid) => {
    const group = path.join(GROUPS, `signalbox-bench-${pid}`);
    mkdirSync(group);
    writeFileSync(path.join(group, 'cpu.shares'), String(WEIGHT));
    if (share !== null) {
      writeFileSync(path.join(group, 'cpu.cfs_period_us'), String(PERIOD));
      writeFileSync(path.join(group, 'cpu.cfs_quota_us'), String(Math.round(PERIOD * share)));
    }
    writeFileSync(path.join(group, 'cgroup.procs'), String(pid));
    return group;
  });
  return () => {
    for (const [index, group] of groups.entries()) {
      if (pids[index] === process.pid) writeFileSync(path.join(GROUPS, 'cgroup.procs'), String(process.pid));
      rmdirSync(group);
    }
  };
}
