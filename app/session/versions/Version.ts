import type { VersionHead } from '../../platform/versions/index.ts';

/** A text that a file had, kept on this device. */
export interface Version extends VersionHead {
  readonly text: string;
}
