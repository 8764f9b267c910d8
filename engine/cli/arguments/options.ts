import { CommandError } from './CommandError.ts';

/** An option of a command: whether it has a value, and what that is read as. */
export interface Option<T> {
  readonly type: 'boolean' | 'string';
  /** True: it can be repeated. Absent: the last one counts. */
  readonly multiple?: true;
  /** A letter that it is also known by. */
  readonly short?: string;
  /** `written`: its values, none where it is absent. `option`: its name, with dashes. Throws a {@link CommandError}. */
  readonly read: (written: readonly string[], option: string) => T;
}

/** The options of a command by their names in camel case: `keepRuns` is `--keep-runs`. */
export type Options = Readonly<Record<string, Option<unknown>>>;

/** What options are read as. */
export type Values<Given extends Options> = { readonly [Name in keyof Given]: ReturnType<Given[Name]['read']> };

/** One without a value. */
export const flag: Option<boolean> = { type: 'boolean', read: (written) => written.length > 0 };

/** Any text; null where it is absent. */
export const text: Option<string | null> = { type: 'string', read: ([written = null]) => written };

/** Any texts, in order. */
export const texts: Option<readonly string[]> = { type: 'string', multiple: true, read: (written) => written };

/** The name of a file or a folder; null where it is absent. */
export const file: Option<string | null> = {
  type: 'string',
  read: ([written = null], option) => {
    if (written === '') throw misuse(`The name at ${option} is empty. Is a variable of your shell unset?`, option);
    return written;
  },
};

/** One whose value `read` takes, undefined for what does not fit; null where it is absent. `what`: what it takes, in words. */
export function value<T>(read: (written: string) => T | undefined, what: string): Option<T | null> {
  return {
    type: 'string',
    read: ([written], option) => (written === undefined ? null : readOne(read, { written, option, what })),
  };
}

/** As {@link value}, for one that can be repeated. */
export function values<T>(read: (written: string) => T | undefined, what: string): Option<readonly T[]> {
  return {
    type: 'string',
    multiple: true,
    read: (all, option) => all.map((written) => readOne(read, { written, option, what })),
  };
}

interface Written {
  readonly written: string;
  readonly option: string;
  readonly what: string;
}

function readOne<T>(read: (written: string) => T | undefined, { written, option, what }: Written): T {
  const found = read(written);
  if (found === undefined) throw misuse(`${option} takes ${what}, not "${written}".`, option);
  return found;
}

/** A whole number; without a greatest one, of up to 15 digits. */
export function whole(least: number, most?: number): Option<number | null> {
  const range = most === undefined ? `of at least ${least}` : `from ${least} to ${most}`;
  const read = (written: string): number | undefined =>
    /^\d{1,15}$/.test(written) && Number(written) >= least && Number(written) <= (most ?? Infinity)
      ? Number(written)
      : undefined;
  return value(read, `a whole number ${range}`);
}

/** A port to serve at; 0: any that is free. */
export const PORT = whole(0, 65_535);

/** What random values are made from; null: that is not said. */
export const SEED = whole(0, 2 ** 32 - 1);

/** One of some words. */
export function word<const Word extends string>(...words: readonly Word[]): Option<Word | null> {
  const list = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  return value((written) => words.find((each) => each === written), list);
}

/** As another option, with what it is where it is absent. */
export function usual<T>(option: Option<T | null>, absent: NoInfer<T>): Option<T> {
  return { ...option, read: (written, name) => option.read(written, name) ?? absent };
}

/** That arguments are wrong. */
export function misuse(message: string, place?: string): CommandError {
  return new CommandError('BAD_ARGUMENT', message, place === undefined ? {} : { place });
}
