import { type ReactNode, useEffect, useState } from 'react';
import type { FolderBranch } from '../platform/index.ts';
import { notify, port, useSession } from '../session/index.ts';
import { Select } from '../ui/index.ts';

/** Lets the person look at what a branch changes as at any proposal, where the open folder is in a git repository; nothing else. */
export function BranchPicker(): ReactNode {
  const folder = useSession((state) => state.storage.folder?.name);
  const [branches, setBranches] = useState<readonly FolderBranch[]>([]);
  useEffect(() => {
    let isWanted = folder !== undefined;
    void port('folder')
      ?.branches?.()
      .then(
        (found) => isWanted && setBranches(found),
        () => undefined,
      );
    return () => {
      isWanted = false;
      setBranches([]);
    };
  }, [folder]);
  if (branches.length === 0) return null;
  return (
    <Select
      aria-label="Propose changes from a branch"
      placeholder="Propose changes from a branch…"
      size="small"
      value={null}
      options={branches.map(({ name }) => ({ value: name, label: name }))}
      onChange={(name) => void proposeBranch(name)}
    />
  );
}

async function proposeBranch(name: string): Promise<void> {
  try {
    await port('folder')?.proposeBranch?.(name);
  } catch (error) {
    notify({ kind: 'warning', message: error instanceof Error ? error.message : String(error) });
  }
}
