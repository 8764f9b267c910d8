import type { EngineConnection, EngineWorker } from '#engine/worker';
import { notify } from './notices.ts';
import type { Asker } from './TrustQuestion.ts';
import { isTrusted, mayReachOut } from './trustGate.ts';

/** What the session needs of the engine's worker; tests lend a fake. */
export type EnginePort = EngineConnection;

/**
 * Whether a call to the engine can make it reach out: send a request, or read a secret. A new method is a type error until
 * it is decided. `controlRun` tells a run what to do that was let out when it started.
 */
const REACH = {
  startRun: 'out',
  forkRun: 'out',
  recoverRuns: 'out',
  takeOver: 'out',
  testModel: 'out',
  askMemory: 'out',
  listMcpTools: 'out',
  controlRun: 'in',
  retryStorage: 'in',
  subscribe: 'in',
  subscribeTexts: 'in',
  subscribeSecrets: 'in',
  lendWorkspace: 'in',
  listPrices: 'in',
  changeSecret: 'in',
  answerSecret: 'in',
  listRuns: 'in',
  findRun: 'in',
  keepRun: 'in',
  exportRun: 'in',
  importRun: 'in',
  deleteRun: 'in',
  readText: 'in',
  checkText: 'in',
  checkInput: 'in',
  subscribeStorage: 'in',
} as const satisfies Readonly<Record<keyof EngineWorker, 'in' | 'out'>>;

type Methods<Kind> = {
  [Name in keyof typeof REACH]: (typeof REACH)[Name] extends Kind ? Name : never;
}[keyof typeof REACH];

/** What the session may ask of the engine without more ado. */
export interface InnerPort extends Pick<EngineConnection, 'restart'> {
  readonly engine: Pick<EngineWorker, Methods<'in'>>;
}

/** What only {@link reachOut} calls. */
type OuterEngine = Pick<EngineWorker, Methods<'out'>>;

let engine: EnginePort | null = null;

/** Lends the session the engine, or takes it back. */
export function lendEngine(connection: EnginePort | null): void {
  engine = connection;
}

/** The engine, while there is one, for what does not reach out. */
export function enginePort(): InnerPort | null {
  return engine;
}

/**
 * The one way to whatever of the engine sends requests or reads secrets: it is called once everything that the asker is
 * made of is trusted. Where something is not, the person is asked first; `quietly`, it is refused.
 * @returns null without an engine, and where it is refused
 */
export async function reachOut<Answer>(
  asker: Asker,
  call: (engine: OuterEngine) => Promise<Answer>,
  manner: 'asking' | 'quietly' = 'asking',
): Promise<Answer | null> {
  if (engine === null || (!isTrusted(asker) && !(await mayReachOut(asker, manner)))) return null;
  return engine === null ? null : call(engine.engine);
}

/** A call to an engine that died: `onFailure` has told the person already. */
export function ignoreDeath(error: unknown): void {
  if (!(error instanceof Error)) throw error;
}

/**
 * Tells the person that the engine could not do what they asked for. That it died was told already, by `onFailure`.
 * @param what what did not happen, as a sentence
 */
export function tellFailure(what: string, error: unknown): void {
  if (!(error instanceof Error)) throw error;
  if (error.name === 'EngineFailure') return;
  const why = /dynamically imported module|Importing a module/.test(error.message)
    ? 'A part of the engine could not be loaded. Check the connection to the server that this page came from, then try again.'
    : error.message;
  notify({ kind: 'error', message: `${what} ${why}` });
}
