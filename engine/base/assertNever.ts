/** Closes an exhaustive `switch`: a case that types say cannot happen. Throws, since reaching it is our mistake. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
