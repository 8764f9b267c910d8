/** What tests share: documents as text. Only tests import it. */
export { type Edited, editText, refusalOf, TEST_PATH } from './editText.ts';
export { effectView } from './given/effectView.ts';
export { plainTask } from './given/plainTask.ts';
export { startInput } from './given/startInput.ts';
export { taskFailed, taskStarted, taskSucceeded } from './given/taskEvents.ts';
export { numRuns } from './numRuns.ts';
export { replay, runScript, SCRIPT_START, type Script, type ScriptedAnswer, type ScriptResult } from './runScript.ts';
export { ScriptedMemory } from './ScriptedMemory.ts';
export { findSnapshotMismatch } from './simulation/snapshotProperty.ts';
export { yaml } from './yaml.ts';
