import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const GROUPS = '/sys/fs/cgroup/cpu';
const PERIOD = 100_000;

/** Whether processes can be given a part of a core: as root, on Linux with the first form of control groups. */
export function canLimitCpu(): boolean {
  return process.getuid?.() === 0 && existsSync(path.join(GROUPS, 'cpu.cfs_quota_us'));
}

/** Gives each process so much of a core, as if it were alone on a small machine. Answers with what ends that, once they have ended. */
export function limitCpu(pids: readonly number[], share: number): () => void {
  const groups = pids.map((pid) => {
    const group = path.join(GROUPS, `signalbox-bench-${pid}`);
    mkdirSync(group);
    writeFileSync(path.join(group, 'cpu.cfs_period_us'), String(PERIOD));
    writeFileSync(path.join(group, 'cpu.cfs_quota_us'), String(Math.round(PERIOD * share)));
    writeFileSync(path.join(group, 'cgroup.procs'), String(pid));
    return group;
  });
  return () => {
    for (const group of groups) rmdirSync(group);
  };
}
