import type { QuickJSWASMModule } from 'quickjs-emscripten-core';
import { messageOf } from '../outcome.ts';
import { evaluateScript, useUtc } from './evaluateScript.ts';
import { openQuickJs } from './openQuickJs.ts';
import type { Script, ScriptAnswer } from './Script.ts';

/**
 * What a thread that only runs scripts does with each one it is sent. A sandbox that broke is not used again: the next
 * script gets another. Never rejects.
 */
export function createScriptServer(): (script: Script) => Promise<ScriptAnswer> {
  useUtc();
  let opening: Promise<QuickJSWASMModule> | null = null;
  return async (script) => {
    try {
      opening ??= openQuickJs();
      const answer = evaluateScript(await opening, script);
      if (answer.type === 'limit') opening = null;
      return answer;
    } catch (error) {
      opening = null;
      return { type: 'unavailable', reason: messageOf(error), lines: [] };
    }
  };
}
