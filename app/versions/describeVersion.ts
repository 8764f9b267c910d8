import type { ListedVersion } from '../session/versions/index.ts';

const REASONS = {
  run: 'Run',
  import: 'Brought in',
  outside: 'Changed by another program',
  merge: 'Merged',
  saved: 'Saved to the folder',
  here: 'As it was here',
  restored: 'Restored',
  removed: 'Before it was deleted',
  asked: 'Kept by you',
} satisfies Record<ListedVersion['reason'], string>;

/** What a version is called: by its name, else by why it was kept. */
export function titleOf({ name, reason }: Pick<ListedVersion, 'name' | 'reason'>): string {
  return name ?? REASONS[reason];
}

/** Why a version was kept, where its title does not say so; null where it does. */
export function reasonOf({ name, reason }: Pick<ListedVersion, 'name' | 'reason'>): string | null {
  return name === null || reason === 'asked' ? null : REASONS[reason];
}

/** What a version changed, in a few words. */
export function describeLines({ lines }: Pick<ListedVersion, 'lines'>): string {
  if (lines === null) return 'the first one kept';
  const { added, removed } = lines;
  if (added === 0 && removed === 0) return 'the same text';
  if (removed === 0) return `${countLines(added)} added`;
  return added === 0 ? `${countLines(removed)} removed` : `${countLines(added)} added, ${removed} removed`;
}

function countLines(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`;
}
