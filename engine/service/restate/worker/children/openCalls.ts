import type { Exposure, Vault } from '../../../../effects/index.ts';
import type { ChildFrame } from '../../contract.ts';
import type { PerformCall } from '../calls/InlineCalls.ts';
import type { WorkerPorts } from '../WorkerPorts.ts';
import { PreparedStarts } from './PreparedStarts.ts';
import { prepareBeginning } from './prepareBeginning.ts';

/** The run whose calls are made. */
interface CallingRun {
  readonly salt: string;
  readonly vault: Vault;
  /** Names of the secrets that the vault has. */
  readonly secrets: readonly string[];
  readonly exposure: Exposure;
  /** What runs take from it that its calls start now. */
  readonly frame: () => ChildFrame;
}

/** What makes the calls of a run, until it is closed. */
export function openCalls(
  { variables, files, openPerformer }: WorkerPorts,
  { salt, vault, secrets, exposure, frame }: CallingRun,
): { readonly perform: PerformCall; readonly close: () => void } {
  const starts = new PreparedStarts((asked) => {
    const around = { secrets, exposed: [...exposure] };
    return prepareBeginning(asked, { frame: frame(), around, salt, vault, files, variables });
  });
  const { files: around, root } = frame().place;
  const [outermost = '', file = outermost] = [around[0], around.at(-1)];
  const performer = openPerformer({ file, outermost, root, salt, vault, exposure, runWorkflow: starts.runWorkflow });
  return {
    perform: (call, signal) => starts.perform(performer, call, signal),
    close: () => performer.close(),
  };
}
