import type { Path } from '#engine';
import { editSchema, readField } from '#engine/edit';
import { isDataMap } from '#engine/values';
import { activeAnalysis, clearSelection, createFile, session, toggleInspector, withPort } from '../session/index.ts';
import { edit } from './parts/edit.ts';

/** Path of the file that is made where none is open. */
const NEW_PATH = 'workflow.yaml';

const INPUT: Path = ['schema', 'input'];

/** What a first input is called until a person says it. */
const FIRST = 'text';

/**
 * Shows what a run is asked for before it starts, with the first of it to be named: an input that is a text is added where
 * there is none yet.
 */
export function askInput(): void {
  if (
    session.getState().document.activePath === null &&
    createFile(NEW_PATH, { text: '', source: 'files.create' }) === null
  )
    return;
  const [first] = listInputs();
  if (first === undefined && !edit((now) => editSchema(now, { path: INPUT, change: { type: 'add', name: FIRST } })))
    return;
  clearSelection();
  if (!session.getState().view.isWorkflowShown) toggleInspector();
  const field = [...INPUT, 'properties', first ?? FIRST];
  withPort('inspector', (inspector) => inspector.reveal(field));
}

function listInputs(): readonly string[] {
  const analysis = activeAnalysis('own');
  const properties = analysis === null ? undefined : readField(analysis.syntax, [...INPUT, 'properties']);
  return isDataMap(properties) ? [...properties.keys()] : [];
}
