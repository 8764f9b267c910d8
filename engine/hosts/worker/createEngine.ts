import { loadYaml } from '../../syntax/index.ts';
import type { EngineContext } from './prepareStart.ts';
import type { PortEngine } from './protocol/eventPort.ts';
import { Runs } from './Runs.ts';
import { TextReader } from './workspace/TextReader.ts';
import { WorkspacePorts } from './workspace/WorkspacePorts.ts';

/**
 * The engine in the worker: one per worker, any number of concurrent runs. Each method of the protocol is answered by the part that
 * has one of its name; what few pages ask for is loaded with the first question.
 */
export function createEngine(context: EngineContext): PortEngine {
  const { clock, lifeLock, ports, secrets, storage } = context;
  const workspace = new WorkspacePorts(context);
  const runs = new Runs(context, workspace);
  const openRuns = openOnce(async () => runs);
  const openRecorded = openOnce(async () =>
    (await import('./openRecorded.ts')).openRecorded(context, { runs, workspace }),
  );
  const openBacktests = openOnce(async () => {
    const { Backtests } = await import('./history/Backtests.ts');
    return new Backtests(runs.history, ports);
  });
  const openServers = openOnce(async () =>
    (await import('./openServers.ts')).openServers(context, await openRecorded()),
  );
  const openOutside = openOnce(async () => (await import('./openOutside.ts')).openOutside(context, workspace));
  const openProofs = openOnce(async () =>
    (await import('./proof/openProof.ts')).openProof(context, workspace, openRecorded),
  );
  return {
    ...forwardTo(openRuns, ['startRun', 'forkRun', 'recoverRuns', 'takeOver', 'controlRun', 'findRun']),
    ...forward(runs, ['retryStorage', 'subscribe', 'subscribeTexts']),
    ...forwardTo(openRecorded, [
      'listRuns',
      'askHistory',
      'inspectRun',
      'keepRun',
      'deleteRun',
      'exportRun',
      'importRun',
      'sendAgain',
    ]),
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
    ...forwardTo(openProofs, [
      'saveTest',
      'playTests',
      'playTestRun',
      'updateTest',
      'recordTest',
      'drill',
      'playDrillCell',
      'mutate',
      'playDataset',
      'askDataset',
      'playDatasetRun',
      'addDataset',
      'readKeptFile',
      'keepFile',
      'askProposal',
      'askAuthor',
    ]),
    ...forwardTo(openOutside, ['testModel', 'listMcpTools', 'askMemory']),
    ...forwardTo(openBacktests, ['backtestRuns', 'playBacktest', 'playMerge']),
    setWorkspace: async (files, mcpServers) => workspace.setWorkspace(files, mcpServers),
    subscribeStorage: async (listener) => storage.subscribe(listener),
    lifeLock: () => lifeLock,
    listPrices: async () => (await import('./shippedPrices.ts')).SHIPPED_PRICES,
  };
}

/** Names of the methods of a part that answer with promises. */
type AsyncMethod<Part> = {
  [Name in keyof Part]: Part[Name] extends (...args: never) => Promise<unknown> ? Name : never;
}[keyof Part];

/** Loads a part with the first call, and what lets it read any text; after a load that failed, the next call tries again. */
export function openOnce<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let part: Promise<Part> | null = null;
  return () => {
    part ??= Promise.all([load(), loadYaml()]).then(([opened]) => opened);
    part.catch(() => (part = null));
    return part;
  };
}

/** Methods of a part that is there, by name. */
export function forward<Part extends object, const Name extends AsyncMethod<Part>>(
  part: Part,
  names: readonly Name[],
): Pick<Part, Name> {
  return toMethods<Part, Name>(
    names,
    (name) =>
      (...args) =>
        call(part, name, args),
  );
}

/** Methods of a part, by name, each of which opens it first. */
export function forwardTo<Part extends object, const Name extends AsyncMethod<Part>>(
  open: () => Promise<Part>,
  names: readonly Name[],
): Pick<Part, Name> {
  return toMethods<Part, Name>(
    names,
    (name) =>
      (...args) =>
        open().then((part) => call(part, name, args)),
  );
}

function toMethods<Part, Name extends keyof Part>(
  names: readonly Name[],
  toMethod: (name: Name) => (...args: readonly unknown[]) => Promise<unknown>,
): Pick<Part, Name> {
  // Each method takes and answers with what the one of its name does.
  return Object.fromEntries(names.map((name) => [name, toMethod(name)])) as Pick<Part, Name>;
}

function call<Part extends object>(part: Part, name: AsyncMethod<Part>, args: readonly unknown[]): Promise<unknown> {
  // By its name it is a method that answers with a promise.
  return Reflect.apply(part[name] as (...args: readonly unknown[]) => Promise<unknown>, part, args);
}
