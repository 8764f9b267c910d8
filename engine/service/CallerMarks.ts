import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The header by which a server knows requests of its own runs. */
export const CALLER_HEADER = 'signalbox-caller';

/** A run that asks its own server for something. */
export interface Caller {
  readonly runId: string;
  /** How many runs have led to it, as in `RunStart`. */
  readonly depth: number;
}

/** What tells whose request has a mark; null: of none of the runs here. */
export interface CallerReader {
  readonly read: (mark: string) => Caller | null | Promise<Caller | null>;
}

/**
 * Marks requests of the runs of a process to its own server. No one else can write a mark, and none outlives the process, in which both ends
 * of such a request are.
 */
export class CallerMarks {
  readonly #key = randomBytes(32);

  write({ runId, depth }: Caller): string {
    const text = `${depth}.${runId}`;
    return `${text}.${this.#sign(text).toString('base64url')}`;
  }

  /** Whose request has a mark; null: of none of the runs here. */
  read(mark: string | undefined): Caller | null {
    const [, text = '', depth = '', runId = '', sign = ''] =
      /^((\d{1,4})\.([^ ]{1,200}))\.([\w-]{43})$/.exec(mark ?? '') ?? [];
    if (text === '' || !timingSafeEqual(Buffer.from(sign, 'base64url'), this.#sign(text))) return null;
    return { runId, depth: Number(depth) };
  }

  #sign(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}
