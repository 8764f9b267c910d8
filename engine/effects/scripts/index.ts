/** The sandbox of `core:javascript`: what a thread needs that only runs scripts. It brings QuickJS along. */
export type { Script, ScriptAnswer } from './Script.ts';
export { createScriptServer } from './serveScripts.ts';
