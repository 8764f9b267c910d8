/** Drops what the browser reports of requests that found no server. */
export function forgetLostRequests(problems: string[]): void {
  problems.splice(
    0,
    problems.length,
    ...problems.filter((problem) => !/Failed to (load resource|update a Serv)/.test(problem)),
  );
}
