import type { MemoryHome } from '../../../effects/index.ts';
import type { SecretBroker } from '../workspace/SecretBroker.ts';
import type { WorkspacePorts } from '../workspace/WorkspacePorts.ts';
import type { LiveContext } from './openLive.ts';
import { Proof } from './Proof.ts';
import type { ProofContext } from './saveRunAsTest.ts';

/** What the worker provides for tests. */
interface EnginePart extends Omit<LiveContext, 'fill' | 'portsOf'>, Pick<ProofContext, 'ports' | 'reader'> {
  readonly memory: MemoryHome;
  readonly secrets: SecretBroker;
}

/** Opens the tests of the workspace, which may use memories and secrets where the person lets them ask for real. */
export function openProof(
  context: EnginePart,
  workspace: WorkspacePorts,
  openRecorded: () => Promise<Pick<ProofContext, 'exportRun'>>,
): Proof {
  const { memory, ports, reader, secrets } = context;
  const live: LiveContext = {
    ...context,
    fill: async (variables) => {
      await secrets.ready();
      return secrets.fill(variables);
    },
    portsOf: (run) => workspace.portsOf(run, { memory, authorizeSecret: secrets.authorizerOf(run) }),
  };
  const exportRun: ProofContext['exportRun'] = async (runId) => (await openRecorded()).exportRun(runId);
  return new Proof({ ports, reader, workspace, exportRun, live });
}
