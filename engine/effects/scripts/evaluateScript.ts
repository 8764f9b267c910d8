import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core';
import { LEAST_MEMORY } from './openQuickJs.ts';
import {
  KEPT_LINE,
  KEPT_LINES,
  LINES_BEFORE,
  LONGEST_ANSWER,
  PRELUDE,
  type Script,
  type ScriptAnswer,
  type ScriptError,
  type ScriptLine,
} from './Script.ts';

/** Stack of a script, in bytes: well below what the stacks of browsers hold, so that depth is an error and not a crash. */
const STACK = 128 * 1024;

/** How much JavaScript one evaluation of a script can have left behind when it answers. */
interface Report {
  answer: ScriptAnswer | null;
  readonly lines: ScriptLine[];
}

/**
 * Runs a script in a fresh runtime of a QuickJS: it sees `input`, plain JavaScript, a console, and nothing of the world. Its
 * memory is that of the QuickJS. Blocks until it ends or times out. Local time is that of the host: see {@link useUtc}.
 */
export function evaluateScript(quickjs: QuickJSWASMModule, script: Script): ScriptAnswer {
  const report: Report = { answer: null, lines: [] };
  // As UTF-8, and then as a text of QuickJS: what does not fit would be written over its memory.
  if ((script.code.length + script.input.length) * 3 > memoryOf(script)) return limitOf('memory', []);
  const deadline = performance.now() + script.timeout;
  let isExpired = false;
  try {
    const runtime = quickjs.newRuntime();
    runtime.setMaxStackSize(STACK);
    runtime.setInterruptHandler(() => {
      isExpired ||= performance.now() > deadline;
      return isExpired;
    });
    const context = runtime.newContext();
    const problem = callPrelude(context, script, report) ?? runJobs(context);
    const answer = isExpired ? limitOf('time', report.lines) : (report.answer ?? readProblem(problem, report.lines));
    // What a bomb leaves behind may not be freed any more; its answer is valid.
    const isClean = release(() => {
      context.dispose();
      runtime.dispose();
    });
    const known = isSilenced(answer) && isFull(quickjs, script) ? limitOf('memory', report.lines) : answer;
    return isClean ? known : { ...known, broken: true };
  } catch (error) {
    // The platform's own stack or memory was used up inside WebAssembly: nothing in there can be trusted now.
    const limit = isExpired ? 'time' : error instanceof RangeError ? 'depth' : 'memory';
    return { ...limitOf(limit, report.lines), broken: true };
  }
}

/** What a script has, in bytes. */
function memoryOf({ memory }: Script): number {
  return Math.max(LEAST_MEMORY, memory) * 2 ** 20;
}

/** True where the memory of a script has grown as far as it can, to within one step of its growth. */
function isFull(quickjs: QuickJSWASMModule, script: Script): boolean {
  return quickjs.getWasmMemory().buffer.byteLength > memoryOf(script) * 0.8;
}

/** True for what QuickJS answers with where there is no memory to make an error of: it throws null, or nothing. */
function isSilenced(answer: ScriptAnswer): boolean {
  if (answer.type === 'error') return answer.error.name === '' && answer.error.message === 'null';
  return answer.type === 'stuck';
}

/** Makes this thread's local time UTC, so that a script reads the same everywhere. For threads that only run scripts. */
export function useUtc(): void {
  // oxlint-disable-next-line no-extend-native -- QuickJS asks the platform's Date for the offset, and has no other way.
  Date.prototype.getTimezoneOffset = () => 0;
}

function limitOf(
  limit: 'time' | 'memory' | 'depth' | 'output',
  lines: readonly ScriptLine[],
): Extract<ScriptAnswer, { type: 'limit' }> {
  return { type: 'limit', limit, lines };
}

/** Answers with what was thrown outside of the script itself, or null. */
function callPrelude(context: QuickJSContext, script: Script, report: Report): string | null {
  const made = context.evalCode(PRELUDE, 'signalbox.js');
  if (made.error !== undefined) return describe(context, made.error);
  const host = context.newObject();
  for (const [name, callback] of Object.entries(createCallbacks(context, report))) {
    const callbackHandle = context.newFunction(name, callback);
    context.setProp(host, name, callbackHandle);
    callbackHandle.dispose();
  }
  const given = context.newObject();
  setAll(context, given, {
    code: context.newString(script.code),
    input: context.newString(script.input),
    seed: context.newNumber(script.seed),
    now: script.now === null ? context.null : context.newNumber(script.now),
  });
  const called = context.callFunction(made.value, context.undefined, host, given);
  for (const handle of [made.value, host, given]) handle.dispose();
  if (called.error !== undefined) return describe(context, called.error);
  called.value.dispose();
  return null;
}

function setAll(context: QuickJSContext, target: QuickJSHandle, values: Readonly<Record<string, QuickJSHandle>>): void {
  for (const [name, handle] of Object.entries(values)) {
    context.setProp(target, name, handle);
    if (handle !== context.null) handle.dispose();
  }
}

/** The callbacks of the prelude: each takes texts alone. The first answer is kept. */
function createCallbacks(context: QuickJSContext, report: Report): Record<string, (...args: QuickJSHandle[]) => void> {
  const settle = (answer: ScriptAnswer): void => {
    report.answer ??= answer;
  };
  return {
    log: (...handles) => {
      if (report.lines.length > KEPT_LINES || report.answer !== null) return;
      const [level = '', text = ''] = handles.map((handle) => context.getString(handle));
      report.lines.push(
        report.lines.length === KEPT_LINES
          ? { level: 'warn', text: `Only the first ${KEPT_LINES} lines of the console are kept.` }
          : { level, text: text.length > KEPT_LINE ? `${text.slice(0, KEPT_LINE)}…` : text },
      );
    },
    fail: (...handles) => {
      const [name = '', message = '', code = '', stack = '', details = ''] = handles.map((handle) =>
        context.getString(handle),
      );
      const limit = readLimit(name, message);
      if (limit !== null) settle(limitOf(limit, report.lines));
      else settle({ type: 'error', error: readError({ name, message, code, stack, details }), lines: report.lines });
    },
    finish: (handle) => {
      // The length is asked first: a huge text is not copied out.
      const length = handle === undefined ? 0 : readLength(context, handle);
      if (handle === undefined || length > LONGEST_ANSWER) settle(limitOf('output', report.lines));
      else settle({ type: 'value', json: context.getString(handle), lines: report.lines });
    },
  };
}

function readLength(context: QuickJSContext, handle: QuickJSHandle): number {
  const length = context.getProp(handle, 'length');
  const value = context.getNumber(length);
  length.dispose();
  return value;
}

/** Runs what promises left to do, until nothing is left. Answers with what was thrown, or null. */
function runJobs(context: QuickJSContext): string | null {
  const jobs = context.runtime.executePendingJobs();
  return jobs.error === undefined ? null : describe(context, jobs.error);
}

function readProblem(problem: string | null, lines: readonly ScriptLine[]): ScriptAnswer {
  if (problem === null) return { type: 'stuck', lines };
  const limit = readLimit('InternalError', problem);
  if (limit !== null) return limitOf(limit, lines);
  return {
    type: 'error',
    error: { name: '', message: problem, code: null, details: null, line: null, column: null },
    lines,
  };
}

function readLimit(name: string, message: string): 'time' | 'memory' | 'depth' | null {
  if (name !== 'InternalError') return null;
  if (message.includes('out of memory')) return 'memory';
  if (message.includes('stack overflow')) return 'depth';
  return message === 'interrupted' ? 'time' : null;
}

function describe(context: QuickJSContext, handle: QuickJSHandle): string {
  const message = context.getProp(handle, 'message');
  const text = context.typeof(message) === 'string' ? context.getString(message) : context.getString(handle);
  message.dispose();
  handle.dispose();
  return text;
}

interface Thrown {
  readonly name: string;
  readonly message: string;
  readonly code: string;
  readonly stack: string;
  readonly details: string;
}

/** The first place of the stack that is in the user's code: QuickJS calls it `<input>`. */
function readError({ name, message, code, stack, details }: Thrown): ScriptError {
  const [, line, column] = /<input>:(\d+)(?::(\d+))?/.exec(stack) ?? [];
  const at = line === undefined ? null : Number(line) - LINES_BEFORE;
  return {
    name: cut(name),
    message: cut(message),
    code: /^[A-Z][A-Z0-9_]{0,63}$/.test(code) ? code : null,
    details: details === '' ? null : details,
    line: at === null || at < 1 ? null : at,
    column: at === null || at < 1 || column === undefined ? null : Number(column),
  };
}

function cut(text: string): string {
  return text.length > KEPT_LINE ? `${text.slice(0, KEPT_LINE)}…` : text;
}

function release(dispose: () => void): boolean {
  try {
    dispose();
    return true;
  } catch {
    return false;
  }
}
