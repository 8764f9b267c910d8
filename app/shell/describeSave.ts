import type { SessionState } from '../session/index.ts';

/** What is known of where the text is kept. */
interface KeptText extends Pick<SessionState['storage']['save'], 'state'> {
  /** The name of the folder that is open; null without one. */
  readonly folder: string | null;
  /** Whether that folder is gone, or may not be written. */
  readonly isLost: boolean;
  /** Whether something is not in that folder yet. */
  readonly hasUnsaved: boolean;
  /** Whether the open file is one of the disk, and is there as it is here; null where it is none. */
  readonly isInFile: boolean | null;
}

/** Where the text is safe, in words: nothing is called saved before it is durable. */
export function describeSave({ state, folder, isLost, hasUnsaved, isInFile }: KeptText): string {
  if (state === 'failed') return 'Not saved';
  if (isLost) return `Cannot write to ${folder}`;
  if (state === 'loading') return 'Loading';
  if (state === 'saving') return 'Saving';
  if (folder !== null) return hasUnsaved ? `Not yet in ${folder}` : `Saved to ${folder}`;
  if (isInFile === null) return 'Saved on this device';
  return isInFile ? 'Saved to your file' : 'Not yet in your file';
}
