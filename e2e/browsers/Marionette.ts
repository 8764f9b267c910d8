import { connect, type Socket } from 'node:net';
import type { Command, Parameters } from './Remote.ts';

/** The names that Firefox has for the commands of WebDriver. */
const NAMES: Readonly<Record<Command, string>> = {
  navigate: 'WebDriver:Navigate',
  execute: 'WebDriver:ExecuteScript',
  performActions: 'WebDriver:PerformActions',
  elementSendKeys: 'WebDriver:ElementSendKeys',
  setWindowRect: 'WebDriver:SetWindowRect',
};

type Answer = readonly [type: number, id: number, error: { message: string } | null, result: unknown];

/** A connection to Firefox by the protocol that geckodriver translates WebDriver to: `length:[0, id, name, parameters]`. */
export class Marionette {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  #received = Buffer.alloc(0);
  #lastId = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#receive(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Firefox has ended.'));
      this.#waiting.clear();
    });
  }

  /** Begins a session. @param port on which Firefox listens */
  static async connect(port: number): Promise<Marionette> {
    const socket = connect(port, '127.0.0.1');
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    const marionette = new Marionette(socket);
    await marionette.#call('WebDriver:NewSession', {});
    return marionette;
  }

  async send<C extends Command>(command: C, parameters: Parameters[C]): Promise<unknown> {
    const result = await this.#call(NAMES[command], parameters);
    const hasValue = typeof result === 'object' && result !== null && 'value' in result;
    return hasValue ? result.value : result;
  }

  #call(name: string, parameters: unknown): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    const message = JSON.stringify([0, id, name, parameters]);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.write(`${Buffer.byteLength(message)}:${message}`);
    });
  }

  #receive(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (;;) {
      const colon = this.#received.indexOf(':');
      const length = colon < 0 ? Number.NaN : Number(this.#received.toString('latin1', 0, colon));
      const end = colon + 1 + length;
      if (!(this.#received.length >= end)) return;
      const message: unknown = JSON.parse(this.#received.toString('utf8', colon + 1, end));
      this.#received = this.#received.subarray(end);
      // The first message is a greeting, which is no list.
      if (Array.isArray(message)) this.#settle(message as unknown as Answer);
    }
  }

  #settle([, id, error, result]: Answer): void {
    const call = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) call?.reject(new Error(error.message));
    else call?.resolve(result);
  }
}
