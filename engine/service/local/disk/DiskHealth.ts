import {
  describeWriteProblem,
  FencedError,
  isFullDisk,
  isWriteProblem,
  LostJournalError,
} from '../../../hosts/node/index.ts';
import { withoutPlace } from '../../errors.ts';

/** How often a disk that took nothing is tried again, and one that took all, in ms. */
const AGAIN = 500;
const BEAT = 5_000;

/** What the system says of a file that is not as it should be, where others may be well. */
const OWN: readonly string[] = ['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG'];

/** What is done about a disk. */
export interface DiskCare {
  /** Writes something, and throws where that cannot be. */
  readonly probe: () => void;
  /** The disk is full: what can be missed is to be removed. */
  readonly makeRoom: () => void;
  /** There is another problem, or there is none any more. */
  readonly onChange: (problem: string | null) => void;
  /** How often a disk that took nothing is tried again, in ms. */
  readonly again?: number;
}

/** What is wrong with where runs are recorded. */
export class DiskHealth {
  readonly #care: DiskCare;
  #problem: string | null = null;
  #isFull = false;
  #isLost = false;
  #timer: NodeJS.Timeout;

  constructor(care: DiskCare) {
    this.#care = care;
    this.#timer = this.#later(BEAT);
  }

  /** In words; null: all is well. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Whether the problem is that there is no room. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Whether an error says that nothing can be written to the disk, or that the folder is another's: then there is a problem from now on. */
  note(error: unknown): boolean {
    if (error instanceof FencedError) {
      this.#isLost = true;
      this.#set(
        'This process has lost its state folder: another one has taken it over, or its folder owner.lock was removed. Start it again.',
      );
      return true;
    }
    if (!isWriteProblem(error) || error instanceof LostJournalError) return false;
    this.#set(describeProblem(error), isFullDisk(error));
    return true;
  }

  /**
   * Whether what stopped a run is trouble with the disk: what could not be recorded is, but for files that may not be written. All
   * else may be the matter of that run's own files: then the disk is tried.
   */
  blames(error: unknown): boolean {
    const cause = error instanceof UnrecordedError ? error.cause : error;
    if (cause instanceof FencedError) return this.note(cause);
    if (!(cause instanceof Error && 'errno' in cause)) return false;
    if (error instanceof UnrecordedError && !OWN.includes('code' in cause ? String(cause.code) : ''))
      return this.note(cause);
    try {
      this.#care.probe();
      return false;
    } catch (problem) {
      return this.note(problem);
    }
  }

  /** Tries the disk now. */
  look(): void {
    if (this.#isLost) return;
    try {
      this.#care.probe();
      this.#set(null);
    } catch (error) {
      this.#set(describeProblem(error), isFullDisk(error));
    }
    this.#lookLater();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #lookLater(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#later(this.#problem === null ? BEAT : (this.#care.again ?? AGAIN));
  }

  #later(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.look(), ms).unref();
  }

  #set(problem: string | null, isFull = false): void {
    this.#isFull = isFull;
    if (problem === this.#problem) return;
    const isNew = this.#problem === null;
    this.#problem = problem;
    if (isFull) this.#care.makeRoom();
    if (problem !== null && isNew && !this.#isLost) this.#lookLater();
    this.#care.onChange(problem);
  }
}

function describeProblem(error: unknown): string {
  const reason = describeWriteProblem(error);
  // What has no words of its own names the file, which is no one's matter but the server's.
  return `Runs cannot be recorded. ${error instanceof Error && reason === error.message ? withoutPlace(error) : reason}`;
}

/** A journal could not be begun, opened to add to it, or added to. `cause`: what the system said. */
class UnrecordedError extends Error {
  override readonly name = 'UnrecordedError';
}

/** Does what writes to a journal; an error of the system is thrown as an {@link UnrecordedError}. */
export function recording<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw unrecorded(error);
  }
}

/** What an error of what writes to a journal is thrown as. */
export function unrecorded(error: unknown): unknown {
  return error instanceof Error && 'errno' in error ? new UnrecordedError(error.message, { cause: error }) : error;
}
