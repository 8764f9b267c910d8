import variant from '@jitl/quickjs-singlefile-mjs-release-sync';
import { newQuickJSWASMModuleFromVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core';

/** Compiles a QuickJS of its own: what one leaves behind, another never sees. Rejects where WebAssembly is not allowed. */
export function openQuickJs(): Promise<QuickJSWASMModule> {
  return newQuickJSWASMModuleFromVariant(variant);
}
