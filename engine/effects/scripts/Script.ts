/** A script of `core:javascript`, with all it may know and use. Plain data: it crosses into the sandbox. */
export interface Script {
  /** Body of an async function that sees `input`. */
  readonly code: string;
  /** The input as JSON. */
  readonly input: string;
  /** What `Math.random` is made from. */
  readonly seed: number;
  /** What the script's clock reads, in ms since the epoch; null: it has none. */
  readonly now: number | null;
  /** ms. */
  readonly timeout: number;
  /** All that QuickJS may use for it, in MiB; at least 16 are there. */
  readonly memory: number;
}

/** One line a script wrote to its console. */
export interface ScriptLine {
  readonly level: string;
  readonly text: string;
}

/** The result of a script. Only texts and numbers: a value nested deeply cannot be posted between threads. */
export type ScriptAnswer = (
  | { readonly type: 'value'; readonly json: string }
  | { readonly type: 'error'; readonly error: ScriptError }
  | { readonly type: 'limit'; readonly limit: 'time' | 'memory' | 'depth' | 'output' }
  /** It waits for a promise that nothing will ever settle. */
  | { readonly type: 'stuck' }
  /** The sandbox did not start. */
  | { readonly type: 'unavailable'; readonly reason: string }
) & {
  readonly lines: readonly ScriptLine[];
  /** True: the sandbox itself must not be used again. */
  readonly broken?: boolean;
};

/** What a script threw. */
export interface ScriptError {
  readonly name: string;
  readonly message: string;
  /** Its own code, as in `Object.assign(new Error('…'), { code: 'OUT_OF_STOCK' })`; null without one. */
  readonly code: string | null;
  /** JSON of its own `details`; null without, or where it is longer than {@link LONGEST_ANSWER}. */
  readonly details: string | null;
  /** In the user's code, from 1; null where unknown. */
  readonly line: number | null;
  readonly column: number | null;
}

/** Longest answer of a script, in characters of JSON. */
export const LONGEST_ANSWER = 8 * 1024 * 1024;

/** How many lines of its console are kept, and how much of each, in characters. */
export const KEPT_LINES = 100;
export const KEPT_LINE = 2000;

/**
 * The code before a script, in QuickJS: a random source from the seed, a fixed clock or none, a console, and the
 * call itself. It is one function of `host` (its callbacks) and `script`; everything it uses is taken before the
 * script can change it, and nothing of it can be reached from the script. Texts are cut before they leave: each that
 * crosses is copied twice, outside of the script's memory.
 */
export const PRELUDE = `((host, script) => {
  'use strict';
  const { parse, stringify } = JSON;
  const { apply, construct } = Reflect;
  const { then } = Promise.prototype;
  const { slice } = String.prototype;
  const text = String;
  const call = (f, self, ...args) => apply(f, self, args);
  const cut = (value) => (typeof value === 'string' ? call(slice, value, 0, ${KEPT_LINE + 1}) : '');

  let state = script.seed >>> 0;
  Math.random = function random() {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };

  const RealDate = Date;
  const now = () => {
    if (script.now === null) throw new TypeError('A script has no clock. Give it the time in its input, or as config.now.');
    return script.now;
  };
  RealDate.now = now;
  const Clock = new Proxy(RealDate, {
    construct: (target, args, newTarget) => construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => text(new RealDate(now())),
  });
  RealDate.prototype.constructor = Clock;
  globalThis.Date = Clock;

  const show = (value) => {
    if (typeof value === 'string') return value;
    try { const json = stringify(value); return json === undefined ? text(value) : json; } catch { return text(value); }
  };
  const console = {};
  for (const level of ['debug', 'log', 'info', 'warn', 'error']) {
    console[level] = (...values) => {
      let line = '';
      for (let i = 0; i < values.length && line.length <= ${KEPT_LINE}; i += 1) line += (i === 0 ? '' : ' ') + show(values[i]);
      host.log(level, cut(line));
    };
  }
  globalThis.console = console;

  const read = (value, key) => { try { return value[key]; } catch { return undefined; } };
  const fail = (thrown) => {
    const isObject = typeof thrown === 'object' && thrown !== null;
    const name = isObject ? read(thrown, 'name') : undefined;
    const message = isObject ? read(thrown, 'message') : undefined;
    const code = isObject ? read(thrown, 'code') : undefined;
    const stack = isObject ? read(thrown, 'stack') : undefined;
    let details;
    try { details = stringify(isObject ? read(thrown, 'details') : undefined); } catch { details = undefined; }
    host.fail(
      cut(name),
      cut(typeof message === 'string' ? message : show(thrown)),
      cut(code),
      cut(stack),
      typeof details === 'string' && details.length <= ${LONGEST_ANSWER} ? details : '',
    );
  };
  const finish = (value) => {
    let json;
    try { json = value === undefined ? 'null' : stringify(value); } catch (error) {
      const why = read(error, 'message');
      if (why === 'interrupted' || why === 'out of memory' || why === 'stack overflow') return fail(error);
      return fail({ name: 'TypeError', message: 'What it returns is no JSON: ' + why });
    }
    if (typeof json !== 'string') return fail({ name: 'TypeError', message: 'It returns a ' + typeof value + ', which is no JSON.' });
    host.finish(json);
  };

  const AsyncFunction = (async () => {}).constructor;
  let body;
  try { body = new AsyncFunction('input', script.code); } catch (error) { return fail(error); }
  try { call(then, body(parse(script.input)), finish, fail); } catch (error) { fail(error); }
})`;

/** How many lines QuickJS counts before the first one of a function's body that is made from text. */
export const LINES_BEFORE = 2;
