import { proxy, transfer } from 'comlink';
import { type PortEngine, receiveEvents } from './eventPort.ts';
import type { EngineWorker } from './protocol.ts';

/** Whether a value is a function or an object with functions; collections are data. */
type HasFunctions<Value> = Value extends (...args: never) => unknown
  ? true
  : Value extends readonly unknown[] | ReadonlyMap<unknown, unknown> | string | number | boolean | null | undefined
    ? false
    : [Extract<Value[keyof Value], (...args: never) => unknown>] extends [never]
      ? false
      : true;

/** The methods with a callback among their arguments. All others take data, and are forwarded as they are. */
type CallbackMethod = {
  [Name in keyof EngineWorker]: true extends HasFunctions<Parameters<EngineWorker[Name]>[number]> ? Name : never;
}[keyof EngineWorker];

/** How the arguments of a method with callbacks are sent to the worker. */
interface Crossing<Name extends CallbackMethod> {
  /** True: its last call is repeated to a new worker after a restart. */
  readonly isSubscription: boolean;
  readonly cross: (...args: Parameters<EngineWorker[Name]>) => Parameters<PortEngine[Name]>;
}

/** How the arguments of methods are sent to the worker. */
export interface Crossings {
  readonly isSubscription: (name: keyof EngineWorker) => boolean;
  /** The arguments as the worker takes them; callbacks become proxies or ports. */
  readonly cross: (name: keyof EngineWorker, args: readonly unknown[]) => readonly unknown[];
}

/** The crossings of one connection. A method that takes a callback and is not in the table is a type error. */
export function createCrossings(): Crossings {
  let events: MessagePort | null = null;
  const table: { readonly [Name in CallbackMethod]: Crossing<Name> } = {
    subscribe: {
      isSubscription: true,
      cross: (listener) => {
        const { port1, port2 } = new MessageChannel();
        receiveEvents(port1, listener);
        events?.close();
        events = port1;
        return [transfer(port2, [port2])];
      },
    },
    subscribeTexts: { isSubscription: true, cross: (listener) => [proxy(listener)] },
    subscribeSecrets: { isSubscription: true, cross: (listener) => [proxy(listener)] },
    subscribeStorage: { isSubscription: true, cross: (listener) => [proxy(listener)] },
    setWorkspace: { isSubscription: true, cross: (files, mcpServers) => [proxy(files), mcpServers] },
    followServed: { isSubscription: false, cross: (server, run, deliver) => [server, run, proxy(deliver)] },
    playMerge: { isSubscription: false, cross: (request, deliver) => [request, proxy(deliver)] },
    backtestRuns: { isSubscription: false, cross: (request, deliver) => [request, proxy(deliver)] },
    playDataset: {
      isSubscription: false,
      cross: (request, before, deliver) => [request, before, proxy(deliver)],
    },
    askDataset: {
      isSubscription: false,
      cross: (request, given, deliver) => [request, given, proxy(deliver)],
    },
    playTests: { isSubscription: false, cross: (request, deliver) => [request, proxy(deliver)] },
    mutate: { isSubscription: false, cross: (request, goesOn) => [request, proxy(goesOn)] },
    askAuthor: {
      isSubscription: false,
      cross: (request, onStep, stopped) => [request, proxy(onStep), proxy(stopped)],
    },
    drill: { isSubscription: false, cross: (request, deliver) => [request, proxy(deliver)] },
    readText: { isSubscription: false, cross: (path, text, deliver) => [path, text, proxy(deliver)] },
  };
  const find = (name: keyof EngineWorker) => (isCallbackMethod(name) ? table[name] : undefined);
  function isCallbackMethod(name: keyof EngineWorker): name is CallbackMethod {
    return Object.hasOwn(table, name);
  }
  return {
    isSubscription: (name) => find(name)?.isSubscription === true,
    cross: (name, args) => {
      const crossing = find(name);
      return crossing === undefined ? args : Reflect.apply(crossing.cross, crossing, args);
    },
  };
}
