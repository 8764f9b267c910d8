import type { RunEvent } from '../../run/index.ts';
import { tellChanges } from '../cassette/compareRequests.ts';
import type { PlayedTest } from '../play/playTest.ts';
import { withoutHeaders } from './shortenAnswers.ts';

/** How the end of a test differs from that of its run, and why, where that is known: a sentence or two. */
export function tellDifference(played: PlayedTest, events: readonly RunEvent[]): string {
  return [tellEnd(played, events.at(-1)), ...tellCauses(events)].join(' ');
}

function tellEnd({ view, stop }: PlayedTest, end: RunEvent | undefined): string {
  if (stop !== null) return stop.message;
  if (end?.type !== 'run.finished') return 'The run has not ended.';
  const { status, output, error } = end;
  if (status !== view.status || error?.code !== view.error?.code) {
    const [was, is] = [tellOutcome(status, error), tellOutcome(view.status, view.error)];
    return `The run ends with ${was}, and the test with ${is}${view.error === null ? '' : `: ${view.error.message}`}`.replace(
      /\.?$/,
      '.',
    );
  }
  return `The output differs in the test: ${tellChanges(withoutHeaders(output), withoutHeaders(view.output))}.`;
}

function tellOutcome(status: string, error: { readonly code: string } | null): string {
  return error === null ? status : error.code;
}

/** What happened in a run that a test does not have. */
function tellCauses(events: readonly RunEvent[]): readonly string[] {
  const causes = new Set<string>();
  for (const event of events) {
    if (event.type === 'value.edited')
      causes.add(`A person changed the ${event.target} of “${event.taskId}” in the run; a test cannot.`);
    if (event.type === 'message.edited')
      causes.add(`A person changed what “${event.taskId}” asked its model; a test cannot.`);
    if (event.type === 'effect.requested' && event.kind === 'memory')
      causes.add(`“${event.taskId}” reads the memory “${event.name}”, which is empty in a test.`);
  }
  return [...causes].slice(0, MOST_CAUSES);
}

/** More say little. */
const MOST_CAUSES = 2;
