import type { EngineContext } from './EngineContext.ts';
import { forward, forwardTo, openOnce } from './forward.ts';
import type { LiveContext } from './proof/openLive.ts';
import type { PortEngine } from './protocol/protocol.ts';
import { Runs } from './Runs.ts';
import { TextReader } from './workspace/TextReader.ts';
import { WorkspacePorts } from './workspace/WorkspacePorts.ts';

/**
 * The engine in the worker: one per worker, any number of concurrent runs. Each method of the protocol is answered by the part that
 * has one of its name; what few pages ask for is loaded with the first question.
 */
export function createEngine(context: EngineContext): PortEngine {
  const { clock, lifeLock, memory, ports, reader, secrets, storage } = context;
  const workspace = new WorkspacePorts(context);
  const runs = new Runs(context, workspace);
  const openRuns = openOnce(async () => runs);
  const openRecorded = openOnce(async () => {
    const { RecordedRuns } = await import('./RecordedRuns.ts');
    return new RecordedRuns(context, { runs, workspace });
  });
  const openBacktests = openOnce(async () => {
    const { Backtests } = await import('./history/Backtests.ts');
    return new Backtests(runs.history, ports);
  });
  const openServers = openOnce(async () => {
    const { Servers } = await import('./Servers.ts');
    return new Servers(context, await openRecorded());
  });
  const openOutside = openOnce(async () => {
    const { OutsideRuns } = await import('./OutsideRuns.ts');
    return new OutsideRuns(context, workspace);
  });
  const openProof = openOnce(async () => {
    const { Proof } = await import('./proof/Proof.ts');
    const live: LiveContext = {
      ...context,
      fill: async (variables) => {
        await secrets.ready();
        return secrets.fill(variables);
      },
      portsOf: (run) => workspace.portsOf(run, { memory, authorizeSecret: secrets.authorizerOf(run) }),
    };
    return new Proof({
      ports,
      reader,
      workspace,
      exportRun: async (runId) => (await openRecorded()).exportRun(runId),
      live,
    });
  });
  return {
    ...forwardTo(openRuns, ['startRun', 'forkRun', 'recoverRuns', 'takeOver', 'controlRun', 'findRun']),
    ...forward(runs, ['retryStorage', 'subscribe', 'subscribeTexts']),
    ...forwardTo(openRecorded, ['listRuns', 'askHistory', 'inspectRun', 'keepRun', 'deleteRun', 'exportRun']),
    ...forwardTo(openRecorded, ['importRun', 'sendAgain']),
    ...forwardTo(openServers, [
      'askServer',
      'followServed',
      'leaveServed',
      'readServed',
      'importServed',
      'inspectServed',
    ]),
    ...forward(new TextReader(clock), ['readText', 'checkText', 'checkInput']),
    ...forward(secrets, ['subscribeSecrets', 'changeSecret', 'answerSecret']),
    ...forwardTo(openProof, [
      'saveTest',
      'playTests',
      'playTestRun',
      'updateTest',
      'recordTest',
      'drill',
      'playDrillCell',
      'mutate',
    ]),
    ...forwardTo(openProof, [
      'playDataset',
      'askDataset',
      'playDatasetRun',
      'addDataset',
      'readKeptFile',
      'keepFile',
      'askProposal',
    ]),
    ...forwardTo(openOutside, ['testModel', 'listMcpTools', 'askMemory']),
    ...forwardTo(openBacktests, ['backtestRuns', 'playBacktest']),
    setWorkspace: async (files, mcpServers) => workspace.setWorkspace(files, mcpServers),
    subscribeStorage: async (listener) => storage.subscribe(listener),
    lifeLock: () => lifeLock,
    listPrices: async () => (await import('./shippedPrices.ts')).SHIPPED_PRICES,
  };
}
