/** Closes an exhaustive `switch`: a case that the types rule out. Throws, since reaching it is a bug. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
