import variant from '@jitl/quickjs-singlefile-mjs-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core';

/** What QuickJS starts with, in MiB: its build asks for no less. */
export const LEAST_MEMORY = 16;

/** A MiB in pages of 64 KiB, which WebAssembly counts. */
const PAGES = 16;

/**
 * Compiles a separate QuickJS: what one leaves behind, another never sees. `memory` in MiB is all it can ever have, its
 * own 2 MiB included, and at least 16: the maximum of its WebAssembly memory. QuickJS's own limit is of no use here,
 * since this build counts 8 bytes for each block, whatever its size. Rejects where WebAssembly is not allowed.
 */
export function openQuickJs(memory: number): Promise<QuickJSWASMModule> {
  const maximum = Math.max(LEAST_MEMORY, memory) * PAGES;
  const wasmMemory = new WebAssembly.Memory({ initial: LEAST_MEMORY * PAGES, maximum });
  // Its loader prints an abort of a script's machine to the console, next to the answer that says so: the answer is enough.
  const emscriptenModule = { wasmMemory, printErr: () => {} };
  return newQuickJSWASMModuleFromVariant(newVariant(variant, { emscriptenModule }));
}

/** True for one that a script made larger: the memory of a QuickJS never shrinks. */
export function hasGrown(quickjs: QuickJSWASMModule): boolean {
  return quickjs.getWasmMemory().buffer.byteLength > LEAST_MEMORY * 2 ** 20;
}
