import { session } from '../session/index.ts';

/** Calls back whenever something derived from the session becomes another value. Answers with a function that stops that. */
export function onChange<T>(read: () => T, listener: (value: T) => void): () => void {
  let last = read();
  return session.subscribe(() => {
    const value = read();
    if (Object.is(value, last)) return;
    last = value;
    listener(value);
  });
}
