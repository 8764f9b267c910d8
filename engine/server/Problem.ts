import { codeOf, messageOf } from '../base/index.ts';
import { problemWith, writeAs } from '../wire/index.ts';

/** Why a request is refused; in words of ours, and as a name for programs. */
export type ProblemCode = keyof typeof PROBLEMS;

/** The status and the title of each refusal. */
const PROBLEMS = {
  BAD_REQUEST: [400, 'The request cannot be read'],
  ACCESS_NEEDED: [401, 'Access to the page was denied'],
  TOKEN_USED: [401, 'The address was used before'],
  SITE_REFUSED: [403, 'The request came from another site'],
  PATH_REFUSED: [403, 'The file is not one of the folder’s'],
  NO_PERMISSION: [403, 'The file is write-protected'],
  NOT_FOUND: [404, 'Not found'],
  METHOD_REFUSED: [405, 'The method does not apply'],
  NAME_TAKEN: [409, 'The name is taken'],
  FOLDER_GONE: [410, 'The folder is gone'],
  CHANGED: [412, 'The file changed on disk'],
  TOO_LARGE: [413, 'Too large'],
  HOST_REFUSED: [421, 'The host is another one'],
  UNFIT: [422, 'The file cannot be opened'],
  CONDITION_NEEDED: [428, 'The request must say what it changes'],
  FAILED: [500, 'The server failed'],
  ENDING: [503, 'The server is ending'],
  DISK_FULL: [507, 'The disk is full'],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;

const PROBLEM = problemWith(Object.keys(PROBLEMS));

/** A refused request, as the body of RFC 9457. `message` says what, where and what to do. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;

  constructor(code: ProblemCode, detail: string, cause?: unknown) {
    super(detail, { cause });
    this.code = code;
  }

  get status(): number {
    return PROBLEMS[this.code][0];
  }

  /** The body: JSON. */
  format(): string {
    const [status, title] = PROBLEMS[this.code];
    return JSON.stringify(writeAs(PROBLEM, { title, status, detail: this.message, code: this.code }));
  }
}

/** What the file system refused with one file, as a problem that names the file, the reason and the remedy. */
export function toFileProblem(error: unknown, path: string): Problem {
  if (error instanceof Problem) return error;
  const code = codeOf(error);
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new Problem('DISK_FULL', `${path}: the disk has no room left. Free some space and save again.`, error);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new Problem(
        'NO_PERMISSION',
        `${path} is write-protected, or closed to this user. Change its permissions on the disk and save again.`,
        error,
      );
    case 'EISDIR':
    case 'ENOTDIR':
      return new Problem(
        'NAME_TAKEN',
        `${path}: a folder has the name of a file there, or a file that of a folder. Rename one of the two.`,
        error,
      );
    case 'ENAMETOOLONG':
      return new Problem('PATH_REFUSED', `${path}: the name is too long for this disk. Choose a shorter one.`, error);
    default: {
      const why = messageOf(error);
      return new Problem('FAILED', `${path}: ${why}. Look at the folder on the disk and save again.`, error);
    }
  }
}
