/** How many problems there are. Notes are none: they ask for nothing. */
export interface ProblemCount {
  readonly errors: number;
  readonly warnings: number;
}

/** The problems among some findings. Whatever shows a number of them counts them so. */
export function countProblems(found: readonly { readonly severity: string }[]): ProblemCount {
  const of = (wanted: string) => found.filter(({ severity }) => severity === wanted).length;
  return { errors: of('error'), warnings: of('warning') };
}

/** A count in words, such as `2 errors, 1 warning`; empty where there is none. */
export function describeProblems({ errors, warnings }: ProblemCount): string {
  return [...say(errors, 'error'), ...say(warnings, 'warning')].join(', ');
}

function say(count: number, noun: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`];
}
