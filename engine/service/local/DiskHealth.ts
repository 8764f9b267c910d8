import { describeWriteProblem, FencedError, isWriteProblem, LostJournalError } from '../../hosts/node/index.ts';
import { withoutPlace } from '../UnreadableError.ts';
import { UnrecordedError } from './UnrecordedError.ts';

/** How often a disk that took nothing is tried again, and one that took all, in ms. */
const AGAIN = 500;
const BEAT = 5_000;

/** What the system says of a file that is not as it should be, where others may be well. */
const OWN: readonly string[] = ['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG'];

/** What is wrong with where runs are recorded. */
export class DiskHealth {
  readonly #probe: () => void;
  readonly #onChange: () => void;
  #problem: string | null = null;
  #isLost = false;
  #timer: NodeJS.Timeout;

  /** `probe` writes something, and throws where that cannot be. `onChange`: there is a problem, or there is none any more. */
  constructor(probe: () => void, onChange: () => void) {
    this.#probe = probe;
    this.#onChange = onChange;
    this.#timer = this.#later(BEAT);
  }

  /** In words; null: all is well. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Whether an error says that the disk takes nothing, or that the folder is another's: then there is a problem from now on. */
  note(error: unknown): boolean {
    if (error instanceof FencedError) {
      this.#isLost = true;
      this.#set(
        'This process has lost its state folder: another one has taken it over, or its folder owner.lock was removed. Start it again.',
      );
      return true;
    }
    if (!isWriteProblem(error) || error instanceof LostJournalError) return false;
    this.#set(describeProblem(error));
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
      this.#probe();
      return false;
    } catch (problem) {
      return this.note(problem);
    }
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #later(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#look(), ms).unref();
  }

  #look(): void {
    if (this.#isLost) return;
    try {
      this.#probe();
      this.#set(null);
    } catch (error) {
      this.#set(describeProblem(error));
    }
    clearTimeout(this.#timer);
    this.#timer = this.#later(this.#problem === null ? BEAT : AGAIN);
  }

  #set(problem: string | null): void {
    if (problem === this.#problem) return;
    const isNew = this.#problem === null;
    this.#problem = problem;
    if (problem !== null && isNew && !this.#isLost) {
      clearTimeout(this.#timer);
      this.#timer = this.#later(AGAIN);
    }
    this.#onChange();
  }
}

function describeProblem(error: unknown): string {
  const reason = describeWriteProblem(error);
  // What has no words of its own names the file, which is nobody's matter but the server's.
  return `Runs cannot be recorded. ${error instanceof Error && reason === error.message ? withoutPlace(error) : reason}`;
}
