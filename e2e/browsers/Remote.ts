/** What is asked of a browser, by the names of WebDriver: <https://www.w3.org/TR/webdriver2/>. */
export interface Parameters {
  readonly navigate: { readonly url: string };
  /** `script` is the body of a function; a promise that it returns is awaited. */
  readonly execute: { readonly script: string; readonly args: readonly unknown[] };
  readonly performActions: { readonly actions: readonly InputSource[] };
  readonly elementSendKeys: { readonly id: string; readonly text: string };
  readonly setWindowRect: { readonly width: number; readonly height: number };
}

export type Command = keyof Parameters;

/** A mouse or a keyboard, and what it does in order. */
export interface InputSource {
  readonly type: 'key' | 'pointer';
  readonly id: string;
  readonly actions: readonly Readonly<Record<string, unknown>>[];
}

/** A browser that does what WebDriver asks of it. */
export interface Remote {
  /** @throws Error with the message of the browser */
  send<C extends Command>(command: C, parameters: Parameters[C]): Promise<unknown>;
  /** What pages did that they must not, as the browser tells it: uncaught errors, errors on the console, in WebKitGTK violations of their policy. */
  readonly problems: () => readonly string[];
  /** Where downloads are put. */
  readonly downloads: string;
  /** Ends all its processes together, as a power cut would. */
  readonly kill: () => Promise<void>;
}
