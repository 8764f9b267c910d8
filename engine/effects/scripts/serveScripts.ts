import type { QuickJSWASMModule } from 'quickjs-emscripten-core';
import { messageOf } from '../../base/index.ts';
import { evaluateScript, useUtc } from './evaluateScript.ts';
import { hasGrown, openQuickJs } from './openQuickJs.ts';
import type { Script, ScriptAnswer } from './Script.ts';

/**
 * What a thread that only runs scripts does with each one it is sent. A sandbox is used again by a script with the same
 * limit of memory, unless it broke or grew: then the next script gets another. Never rejects.
 */
export function createScriptServer(): (script: Script) => Promise<ScriptAnswer> {
  useUtc();
  let kept: { readonly memory: number; readonly quickjs: QuickJSWASMModule } | null = null;
  return async (script) => {
    const { memory } = script;
    try {
      const quickjs = kept?.memory === memory ? kept.quickjs : await openQuickJs(memory);
      const answer = evaluateScript(quickjs, script);
      const isUsable = answer.type !== 'limit' && answer.broken !== true && !hasGrown(quickjs);
      kept = isUsable ? { memory, quickjs } : null;
      return answer;
    } catch (error) {
      kept = null;
      return { type: 'unavailable', reason: messageOf(error), lines: [] };
    }
  };
}
