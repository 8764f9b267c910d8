import type { ActionId } from '../../actions/index.ts';
import type { ShownRun } from '../../session/run/index.ts';

/** What is said of a run that does not continue here, with the actions that help. */
interface BannerMessage {
  readonly tone: 'error' | 'info' | 'neutral';
  readonly message: string;
  readonly actions: readonly (readonly [id: ActionId, label: string])[];
}

const BLOCKED = 'The run is blocked, and nothing is lost: it continues automatically once it can be stored.';
const UNSTORED = 'The run has ended, but its end is not stored yet. Storing is retried; export the run to be safe.';

/** Why a run does not continue here as others do; null while all is well. */
export function describeBanner({
  trouble,
  problem,
  server,
  isElsewhere,
  isInterrupted,
  isImported,
  view,
}: ShownRun): BannerMessage | null {
  if (server !== null && view.status === 'running' && server.problem !== null) {
    if (server.isRefused) return { tone: 'error', message: `${server.address}: ${server.problem}`, actions: [] };
    return {
      tone: 'neutral',
      message: `Connection to ${server.address} lost, trying again. What happens meanwhile is shown once it is back.`,
      actions: [],
    };
  }
  if (server !== null) return null;
  if (problem !== null && isImported) return { tone: 'neutral', message: problem.message, actions: [] };
  if (problem !== null && view.status !== 'success') {
    return {
      tone: 'error',
      message: `This run does not continue automatically. ${problem.message}`,
      actions: [
        ['run.export', 'Export the run'],
        ['run.fork', 'Fork it'],
      ],
    };
  }
  if (trouble !== null) {
    return {
      tone: 'error',
      message: `${view.status === 'running' ? BLOCKED : UNSTORED} ${trouble.message}`,
      actions: [
        ['run.retry', 'Retry now'],
        ['run.export', 'Export the run'],
        ['file.downloadAll', 'Export the files'],
      ],
    };
  }
  if (isElsewhere && view.status === 'running') {
    return {
      tone: 'info',
      message: 'Another tab executes this run. You watch it live, and it continues here when that tab is closed.',
      actions: [['run.takeOver', 'Continue here']],
    };
  }
  if (isInterrupted && !isImported) {
    return {
      tone: 'neutral',
      message: 'This run was interrupted: what it did so far is kept, and it can continue from there.',
      actions: [['run.takeOver', 'Continue']],
    };
  }
  return null;
}
