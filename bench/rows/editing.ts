import { type Document, parseDocument } from 'yaml';
import { setField } from '../../engine/edit/index.ts';
import { type Analysis, analyze, analyzeEdited } from '../../engine/graph/index.ts';
import { applyTransaction } from '../../engine/text/index.ts';
import { formatTime, type Row, toRow } from '../Row.ts';
import { race } from '../race.ts';
import { workflowText } from '../workflowText.ts';

const PATH = 'orders.yaml';
const TASKS = 1000;

/** How long after a change of 1,000 tasks the model is up to date. */
export function measureEditing(): readonly Row[] {
  const text = workflowText(TASKS);
  return [
    toRow({
      what: 'Keystroke in 1,000 tasks, to tree, model and graph',
      peer: 'yaml: parseDocument',
      ...race({ ours: typing(text), theirs: () => parseDocument(text) }),
      limit: 1 / 100,
      format: formatTime,
    }),
    toRow({
      what: 'One scalar set on the canvas in 1,000 tasks, to text and model',
      peer: 'yaml: setIn, toString',
      ...race({ ours: setting(text), theirs: settingByDocument(parseDocument(text)) }),
      limit: 1 / 50,
      format: formatTime,
    }),
  ];
}

/** Types one character into the name of a task and takes it back, task after task through the whole file. */
function typing(text: string): () => Analysis {
  const places = [...text.matchAll(/Look up stock/g)].map(({ index }) => index);
  let analysis = analyze(PATH, text);
  let turn = 0;
  return () => {
    const place = places[(turn >> 1) % places.length] ?? 0;
    const isTyped = turn % 2 === 0;
    const next = isTyped ? `${text.slice(0, place)}x${text.slice(place)}` : text;
    turn += 1;
    analysis = analyze(PATH, next, analysis);
    return analysis;
  };
}

/** Gives one task after the other another name by the command of the inspector. */
function setting(text: string): () => Analysis {
  let analysis = analyze(PATH, text);
  let turn = 0;
  return () => {
    turn += 1;
    const result = setField(analysis, {
      path: ['tasks', (turn * 7) % TASKS, 'name'],
      value: `Renamed in turn ${turn}`,
    });
    if (!result.ok) throw new Error(result.error.message);
    const workspace = { files: new Map([[PATH, analysis.syntax.text]]), layouts: new Map() };
    const applied = applyTransaction(workspace, result.value);
    if (!applied.ok) throw new Error(applied.error.message);
    const [change] = result.value.changes;
    const edits = change?.type === 'edit' ? change.edits : [];
    analysis = analyzeEdited(applied.value.files.get(PATH) ?? '', { previous: analysis, edits });
    return analysis;
  };
}

function settingByDocument(document: Document): () => string {
  let turn = 0;
  return () => {
    turn += 1;
    document.setIn(['tasks', (turn * 7) % TASKS, 'name'], `Renamed in turn ${turn}`);
    return document.toString();
  };
}
