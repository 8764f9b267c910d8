import type { QuickJSWASMModule } from 'quickjs-emscripten-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { evaluateScript, useUtc } from './evaluateScript.ts';
import { hasGrown, openQuickJs } from './openQuickJs.ts';
import { LONGEST_ANSWER, type Script, type ScriptAnswer } from './Script.ts';
import { ENDLESS } from './testing.ts';

let quickjs: QuickJSWASMModule;
beforeAll(async () => {
  useUtc();
  quickjs = await openQuickJs(64);
});

const SCRIPT: Script = { code: '', input: '{"n":20}', seed: 7, now: null, timeout: 2000, memory: 64 };

function run(code: string, options: Partial<Script> = {}): ScriptAnswer {
  return evaluateScript(quickjs, { ...SCRIPT, code, ...options });
}

function value(code: string, options: Partial<Script> = {}): unknown {
  const answer = run(code, options);
  if (answer.type !== 'value') throw new Error(JSON.stringify(answer));
  return JSON.parse(answer.json);
}

describe('what a script can do', () => {
  test('it sees its input and returns JSON; nothing returned is null', () => {
    expect(value('return { twice: input.n * 2, list: [1, null] }')).toEqual({ twice: 40, list: [1, null] });
    expect(value('input.n')).toBe(null);
    expect(value('return input', { input: '[1,"ü😀"]' })).toEqual([1, 'ü😀']);
  });

  test('it may await its own promises', () => {
    expect(value('const a = await Promise.all([1, Promise.resolve(2)]); return a')).toEqual([1, 2]);
    expect(run('await new Promise(() => {}); return 1')).toMatchObject({ type: 'stuck' });
  });

  test('chance comes from the seed', () => {
    const code = 'return [Math.random(), Math.random()]';
    expect(value(code)).toEqual(value(code));
    expect(value(code, { seed: 8 })).not.toEqual(value(code));
    expect(value('return Array.from({length: 1000}, Math.random).every(x => x >= 0 && x < 1)')).toBe(true);
  });

  test('it has no clock unless it is given one, whatever way it asks', () => {
    for (const code of [
      'Date.now()',
      'new Date()',
      'Date()',
      'new (new Date(0).constructor)()',
      'class D extends Date {}; new D()',
    ]) {
      const text = code.startsWith('class') ? code.replace('; ', '; return ') : `return ${code}`;
      expect(run(text), code).toMatchObject({ type: 'error', error: { name: 'TypeError' } });
      expect(run(text), code).toHaveProperty('error.message', expect.stringContaining('has no clock'));
    }
    const now = Date.UTC(2026, 0, 31);
    expect(
      value('return [Date.now(), new Date().toISOString(), new (new Date(0).constructor)().getTime()]', { now }),
    ).toEqual([now, '2026-01-31T00:00:00.000Z', now]);
    expect(value('return [new Date(2026, 0, 31, 12).toISOString(), new Date(0) instanceof Date]')).toEqual([
      '2026-01-31T12:00:00.000Z',
      true,
    ]);
  });

  test('its console is kept, up to a number of lines', () => {
    expect(run('console.log("a", {b: 1}); console.error(2)')).toMatchObject({
      lines: [
        { level: 'log', text: 'a {"b":1}' },
        { level: 'error', text: '2' },
      ],
    });
    const { lines } = run('for (let i = 0; i < 1e4; i += 1) console.log("x".repeat(1e4))');
    expect(lines).toHaveLength(101);
    expect(lines.every(({ text }) => text.length <= 2001)).toBe(true);
  });
});

describe('what goes wrong in a script', () => {
  test('is reported with the line of the code', () => {
    expect(run('const a = 1;\nreturn a.b.c')).toMatchObject({
      type: 'error',
      error: { name: 'TypeError', line: 2, code: null },
    });
    expect(run('const a = 1;\n\nreturn a +* 2')).toMatchObject({ error: { name: 'SyntaxError', line: 3 } });
    expect(run('return [1].map(function inner() {\n throw new RangeError("no")\n})')).toMatchObject({
      error: { name: 'RangeError', message: 'no', line: 2 },
    });
    expect(run('await null;\nthrow "plain"')).toMatchObject({ error: { name: '', message: 'plain', line: null } });
  });

  test('may carry a code and details', () => {
    expect(
      run('throw Object.assign(new Error("none left"), { code: "OUT_OF_STOCK", details: { sku: 1 } })'),
    ).toMatchObject({
      error: { code: 'OUT_OF_STOCK', message: 'none left', details: '{"sku":1}' },
    });
    expect(run('throw { code: "not one", message: "m" }')).toMatchObject({ error: { code: null } });
  });

  test('what is no JSON is an error', () => {
    expect(run('return 1n')).toMatchObject({ error: { message: expect.stringContaining('no JSON') } });
    expect(run('return () => 1')).toMatchObject({ error: { message: expect.stringContaining('no JSON') } });
    expect(run('const a = {}; a.a = a; return a')).toMatchObject({
      error: { message: expect.stringContaining('no JSON') },
    });
  });
});

describe('a hostile script', () => {
  test.each(ENDLESS)('is terminated when its time has passed: %s', (_, code) => {
    expect(run(code, { timeout: 200 })).toMatchObject({ type: 'limit', limit: 'time' });
  });

  test.each([
    ['texts', 'const a = []; for (;;) a.push("x".repeat(1e6) + a.length)'],
    ['lists', 'let a = [1]; for (;;) a = a.concat(a)'],
    ['many lists', 'const a = []; for (;;) a.push(new Array(1000).fill(7))'],
    ['maps', 'const a = []; for (;;) a.push({ a: 1, b: 2 })'],
    ['one buffer', 'return new ArrayBuffer(1e9).byteLength'],
    ['many buffers', 'const a = []; for (;;) a.push(new ArrayBuffer(1e6))'],
    ['promises', 'const a = []; for (;;) a.push(new Promise(() => {}).then(() => 1))'],
    ['code', `const f = []; for (;;) f.push(new Function("return [" + "1,".repeat(1e5) + "]"))`],
  ])('cannot use more memory than it has: %s', async (_, code) => {
    const own = await openQuickJs(18);
    expect(evaluateScript(own, { ...SCRIPT, code, memory: 18, timeout: 50_000 })).toMatchObject({ limit: 'memory' });
    expect(own.getWasmMemory().buffer.byteLength).toBeLessThanOrEqual(18 * 2 ** 20);
  });

  test('cannot use more memory by catching that it has no more', async () => {
    const own = await openQuickJs(32);
    const code = 'const a = []; for (;;) { try { a.push(new Uint8Array(1e6)) } catch {} }';
    expect(evaluateScript(own, { ...SCRIPT, code, memory: 32, timeout: 500 })).toMatchObject({ limit: 'time' });
    expect(own.getWasmMemory().buffer.byteLength).toBeLessThanOrEqual(32 * 2 ** 20);
    expect(hasGrown(own)).toBe(true);
  });

  test('an input that does not fit into its memory is not written there', () => {
    expect(run('return 1', { input: `"${'x'.repeat(30e6)}"` })).toMatchObject({ type: 'limit', limit: 'memory' });
  });

  test('what it says and throws is cut before it leaves the sandbox', () => {
    const before = process.memoryUsage().external + process.memoryUsage().heapUsed;
    const said = run('for (let i = 0; i < 20; i += 1) console.log("x".repeat(4e6), i)');
    expect(said.lines.map(({ text }) => text.length)).toEqual(Array.from({ length: 20 }, () => 2001));
    expect(run('throw new Error("x".repeat(4e6))')).toHaveProperty('error.message.length', 2001);
    const long = 'throw Object.assign(new Error("a"), { details: "x".repeat(2e7) })';
    expect(run(long)).toMatchObject({ error: { message: 'a', details: null } });
    expect(process.memoryUsage().external + process.memoryUsage().heapUsed - before).toBeLessThan(60e6);
  });

  test('cannot go deeper than the stack of the sandbox', () => {
    expect(run('const f = () => f() + 1; return f()')).toMatchObject({ type: 'limit', limit: 'depth' });
    const deep = run('let s = {}; let t = s; for (let i = 0; i < 1e5; i += 1) { t.a = {}; t = t.a } return s', {
      timeout: 10_000,
    });
    expect(deep).toMatchObject({ type: 'limit', limit: 'depth' });
  });

  test('prints nothing when its machine is aborted', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    try {
      const own = await openQuickJs(64);
      const code = 'throw Object.assign(new Error("a"), { details: "x".repeat(2e7) })';
      expect(evaluateScript(own, { ...SCRIPT, code })).toMatchObject({ type: 'error', broken: true });
      expect(printed).not.toHaveBeenCalled();
    } finally {
      printed.mockRestore();
    }
  });

  test('cannot return more than is taken', () => {
    expect(run(`return "x".repeat(${LONGEST_ANSWER})`)).toMatchObject({ type: 'limit', limit: 'output' });
    expect(run(`return "x".repeat(${LONGEST_ANSWER - 2})`)).toMatchObject({ type: 'value' });
  });

  test.each([
    'Function("return this")()',
    'globalThis',
    '(async () => {}).constructor("return globalThis")()',
    '[].constructor.constructor("return this")()',
    '(function () { return this })()',
    'console.log.constructor("return this")()',
    'eval("globalThis")',
  ])('finds nothing of the world by %s', (way) => {
    const names = `Object.getOwnPropertyNames((await ${way}) ?? {}).filter((name) => /fetch|process|require|self|window|postMessage|XMLHttp|setTimeout|WebAssembly|host|script|std|^os$|Worker|navigator|performance|crypto/i.test(name))`;
    expect(value(`return ${names}`)).toEqual([]);
  });

  test('cannot import', () => {
    expect(run('return await import("os")')).toMatchObject({ type: 'error' });
    expect(run('return require("fs")')).toMatchObject({ type: 'error', error: { name: 'ReferenceError' } });
  });

  test('changes of prototypes reach neither its answer nor the next script', () => {
    const code = `
      Object.prototype.type = 'forged';
      JSON.stringify = () => '"forged"';
      Promise.prototype.then = () => { throw new Error('no') };
      Array.prototype[Symbol.iterator] = null;
      String = null;
      return { fine: true }`;
    expect(value(code)).toEqual({ fine: true });
    expect(value('return [({}).type ?? null, JSON.stringify(1), typeof String, [...[1]]]')).toEqual([
      null,
      '1',
      'function',
      [1],
    ]);
    expect(Object.prototype).not.toHaveProperty('type');
  });

  test('a map with __proto__ stays a map', () => {
    const answer = run('return JSON.parse(\'{"__proto__": {"x": 1}}\')');
    expect(answer).toMatchObject({ json: '{"__proto__":{"x":1}}' });
  });

  test('code that closes the function around it gains nothing', () => {
    const code =
      'return 1 }); globalThis.found = [typeof host, typeof script, typeof call]; (async function () { return found';
    expect(value(code)).toEqual(['undefined', 'undefined', 'undefined']);
  });
});
