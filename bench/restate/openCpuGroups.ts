import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const GROUPS = '/sys/fs/cgroup/cpu';
/** In µs. Short, so that a process is slow as on a slow core, rather than stopped for most of a tenth of a second and handed at once what came meanwhile. */
const PERIOD = 10_000;

/** Whether processes can be given a part of a core: as root, on Linux with the first form of control groups. */
export function canLimitCpu(): boolean {
  return process.getuid?.() === 0 && existsSync(path.join(GROUPS, 'cpu.cfs_quota_us'));
}

/** How much goes to a group before all else on the machine: what a process may have is then what it gets, whatever else is at work. */
const WEIGHT = 100_000;

/** Processes that go before all else on the machine, each in a group of its own. */
export interface CpuGroups {
  /** Gives each of some of them so much of a core, as if it were alone on a small machine. */
  limit(pids: readonly number[], share: number): void;
  /** Once they have ended; this process may be among them. */
  end(): void;
}

/** Puts each process into a group, which may have as much as there is. */
export function openCpuGroups(pids: readonly number[]): CpuGroups {
  for (const pid of pids) {
    mkdirSync(groupOf(pid));
    write(pid, 'cpu.shares', WEIGHT);
    write(pid, 'cgroup.procs', pid);
  }
  return {
    limit: (limited, share) => {
      for (const pid of limited) {
        write(pid, 'cpu.cfs_period_us', PERIOD);
        write(pid, 'cpu.cfs_quota_us', Math.round(PERIOD * share));
      }
    },
    end: () => {
      for (const pid of pids) {
        if (pid === process.pid) writeFileSync(path.join(GROUPS, 'cgroup.procs'), String(pid));
        rmdirSync(groupOf(pid));
      }
    },
  };
}

function groupOf(pid: number): string {
  return path.join(GROUPS, `signalbox-bench-${pid}`);
}

function write(pid: number, setting: string, value: number): void {
  writeFileSync(path.join(groupOf(pid), setting), String(value));
}
