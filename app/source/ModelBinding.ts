import type { TextEdit } from '#engine';
import { replaceText } from '#engine/edit';
import { activeAnalysis, dispatch, judgePaste, noteCopy, session } from '../session/index.ts';
import { LANGUAGE } from './languages.ts';
import { lineEdits } from './lineEdits.ts';
import { monaco } from './monaco.ts';
import { onChange } from './onChange.ts';
import { releaseOther, uriOf } from './otherModels.ts';
import { createTextMap, type TextMap, toModelText } from './textMap.ts';

/** Keeps one editor on the active file: what is typed goes into the session, what changes there comes into the editor. */
export class ModelBinding {
  readonly editor: monaco.editor.IStandaloneCodeEditor;
  #path: string | null = null;
  #map: TextMap = createTextMap('');
  /** True while a change of the session is put into the model: it is not sent back. */
  #isApplying = false;
  /** True while the user undoes or redoes here: the cursor then goes to what changed. */
  #isMoving = false;
  /** What was typed or pasted last: the file, its text before, and what was written. */
  #sent: Pasted | null = null;
  /** The active file as it was read last; no file when `path` is null. */
  #file: { readonly path: string | null; readonly text: string } = { path: null, text: '' };
  readonly #views = new Map<string, monaco.editor.ICodeEditorViewState>();
  readonly #stops: (() => void)[] = [];

  constructor(editor: monaco.editor.IStandaloneCodeEditor) {
    this.editor = editor;
    const typing = editor.onDidChangeModelContent((event) => this.#send(event.changes));
    this.#stops.push(() => typing.dispose());
    this.#stops.push(followClipboard(editor, () => this.#sent));
    this.#stops.push(
      onChange(
        () => this.#activeFile(),
        () => this.#follow(),
      ),
    );
    this.#follow();
  }

  /** The text on show with its places; offsets are in the session's text. Null when no file is open. */
  current(): { readonly path: string; readonly model: monaco.editor.ITextModel; readonly map: TextMap } | null {
    const model = this.editor.getModel();
    return this.#path === null || model === null ? null : { path: this.#path, model, map: this.#map };
  }

  /** Whether the model just now takes over a change from elsewhere: its events are then no edits of the user. */
  get isFollowing(): boolean {
    return this.#isApplying;
  }

  /** Undoes or redoes through the session, and puts the cursor where the text changed. */
  move(step: () => void): void {
    this.#isMoving = true;
    step();
    this.#isMoving = false;
  }

  dispose(): void {
    for (const stop of this.#stops) stop();
    this.editor.getModel()?.dispose();
  }

  /** The active file; the same object as long as path and text are the same. */
  #activeFile(): { readonly path: string | null; readonly text: string } {
    const { activePath, workspace } = session.getState().document;
    const text = activePath === null ? undefined : workspace.files.get(activePath);
    const path = text === undefined ? null : activePath;
    if (this.#file.path !== path || this.#file.text !== (text ?? '')) this.#file = { path, text: text ?? '' };
    return this.#file;
  }

  /** Takes over the session's file and text. */
  #follow(): void {
    const { path, text } = this.#activeFile();
    if (path !== this.#path) this.#open(path, text);
    else if (text !== this.#map.text) this.#take(text);
  }

  #open(path: string | null, text: string): void {
    const before = this.editor.getModel();
    const view = this.editor.saveViewState();
    if (this.#path !== null && view !== null) this.#views.set(this.#path, view);
    this.#path = path;
    this.#map = createTextMap(text);
    this.#isApplying = true;
    this.editor.setModel(path === null ? null : createModel(path, this.#map.modelText));
    const kept = path === null ? undefined : this.#views.get(path);
    if (kept !== undefined) this.editor.restoreViewState(kept);
    this.#isApplying = false;
    before?.dispose();
  }

  /** Puts a text of the session into the model by its smallest edits, so that cursors and folds stay with their text. */
  #take(text: string): void {
    const model = this.editor.getModel();
    const next = createTextMap(text);
    this.#map = next;
    if (model === null) return;
    const shown = model.getValue(monaco.editor.EndOfLinePreference.LF);
    const edits = lineEdits(shown, next.modelText);
    if (edits.length === 0) return;
    const place = createTextMap(shown);
    this.#isApplying = true;
    model.applyEdits(edits.map((edit) => ({ range: place.toRange(edit), text: edit.text, forceMoveMarkers: false })));
    this.#isApplying = false;
    const last = edits.at(-1);
    if (!this.#isMoving || last === undefined) return;
    const grown = edits.reduce((sum, edit) => sum + edit.text.length - (edit.end - edit.start), 0);
    const position = model.getPositionAt(last.end + grown);
    this.editor.setPosition(position, 'signalbox.undo');
    this.editor.revealPositionInCenterIfOutsideViewport(position);
  }

  /** Sends what was typed to the session. Where that refuses, or sees it otherwise, the model takes its text back. */
  #send(changes: readonly monaco.editor.IModelContentChange[]): void {
    const model = this.editor.getModel();
    const analysis = activeAnalysis('own');
    if (this.#isApplying || model === null || this.#path === null || analysis === null) return;
    const before = this.#map;
    const edits = changes.map((change) => before.toEdit(change.range, change.text)).sort((a, b) => a.start - b.start);
    const shown = model.getValue(monaco.editor.EndOfLinePreference.LF);
    this.#sent = { path: this.#path, before: before.text, edits };
    dispatch(replaceText(analysis, { path: this.#path, edits }));
    const { text } = this.#activeFile();
    if (toModelText(text) === shown) this.#map = createTextMap(text);
    else this.#take(text);
  }
}

function createModel(path: string, text: string): monaco.editor.ITextModel {
  releaseOther(path);
  const model = monaco.editor.createModel(text, LANGUAGE, uriOf(path));
  model.setEOL(monaco.editor.EndOfLineSequence.LF);
  model.updateOptions({
    tabSize: 2,
    insertSpaces: true,
    bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
  });
  return model;
}

/** A change that may have been a paste. */
interface Pasted {
  readonly path: string;
  /** The file's text before it. */
  readonly before: string;
  /** In that text. */
  readonly edits: readonly TextEdit[];
}

/**
 * Reports to the session what is copied out of the editor and what is pasted into it: a text from elsewhere is not trusted.
 * Answers with a function that stops that.
 * @param lastChange the newest change of the text: the editor reports right after it that it was a paste
 */
function followClipboard(editor: monaco.editor.IStandaloneCodeEditor, lastChange: () => Pasted | null): () => void {
  const container = editor.getContainerDomNode();
  container.addEventListener('copy', copy);
  container.addEventListener('cut', copy);
  const pasting = editor.onDidPaste(({ clipboardEvent }) => {
    const change = lastChange();
    if (change === null) return;
    const written = change.edits.map(({ text }) => text).join('\n');
    judgePaste(change, clipboardEvent?.clipboardData?.getData('text/plain') || written);
  });
  return () => {
    container.removeEventListener('copy', copy);
    container.removeEventListener('cut', copy);
    pasting.dispose();
  };
}

/** The editor has put its text on the clipboard by the time the event gets here. */
function copy({ clipboardData }: ClipboardEvent): void {
  noteCopy(clipboardData?.getData('text/plain') ?? '');
}
