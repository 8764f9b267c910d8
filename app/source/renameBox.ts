import type { Refusal, Result, Transaction } from '#engine';
import { prepareRenameAt, renameAt } from '#engine/language';
import { dispatch, readOnlyReason, session } from '../session/index.ts';
import type { ModelBinding } from './ModelBinding.ts';
import { placeOf } from './modelPlace.ts';
import { monaco } from './monaco.ts';
import styles from './renameBox.module.css';

/**
 * Adds Rename (F2) to an editor: a box over the name, which says what is wrong with the new one while it is typed. The
 * rename goes through the session, over all files, as one undo step.
 */
export function addRename(binding: ModelBinding): void {
  const { editor } = binding;
  editor.addAction({
    id: 'signalbox.rename',
    label: 'Rename',
    keybindings: [monaco.KeyCode.F2],
    contextMenuGroupId: '1_modification',
    contextMenuOrder: 1,
    run: () => startRename(editor),
  });
}

function startRename(editor: monaco.editor.IStandaloneCodeEditor): void {
  const model = editor.getModel();
  const position = editor.getPosition();
  const place = model === null ? null : placeOf(model);
  if (position === null || place === null) return;
  const blocked = readOnlyReason();
  if (blocked !== null) return explain(editor, blocked, position);
  const offset = place.map.toOffset(position);
  const prepared = prepareRenameAt(place.analysis, offset, place.files);
  if (!prepared.ok) return explain(editor, prepared.error.message, position);
  const { layouts } = session.getState().document.workspace;
  const { analysis, files, map } = place;
  const box = new RenameBox(editor, {
    name: prepared.value.text,
    label: `New name of the ${prepared.value.kind === 'env' ? 'variable' : prepared.value.kind}`,
    at: map.toRange(prepared.value.range),
    hint: hintOf(prepared.value.keptIn),
    ask: (to) => renameAt(analysis, offset, { to, files, layouts }),
  });
  box.open();
}

/** Shows a message at the cursor, as the editor does for a read-only text. */
function explain(editor: monaco.editor.IStandaloneCodeEditor, message: string, position: monaco.IPosition): void {
  const controller = editor.getContribution('editor.contrib.messageController');
  if (isMessageController(controller)) controller.showMessage(message, position);
}

interface MessageController {
  showMessage(message: string, position: monaco.IPosition): void;
}

function isMessageController(value: unknown): value is MessageController {
  return typeof value === 'object' && value !== null && 'showMessage' in value;
}

interface RenameRequest {
  readonly name: string;
  readonly label: string;
  readonly at: monaco.IRange;
  /** What Enter does. */
  readonly hint: string;
  readonly ask: (to: string) => Result<Transaction, Refusal>;
}

/** The box: lives from F2 to Enter, Escape, or a look elsewhere. */
class RenameBox implements monaco.editor.IContentWidget {
  readonly allowEditorOverflow = true;
  readonly #editor: monaco.editor.IStandaloneCodeEditor;
  readonly #renaming: RenameRequest;
  readonly #node = document.createElement('div');
  readonly #input = document.createElement('input');
  readonly #problem = document.createElement('p');
  #stops: readonly monaco.IDisposable[] = [];
  #isOpen = true;

  constructor(editor: monaco.editor.IStandaloneCodeEditor, renaming: RenameRequest) {
    this.#editor = editor;
    this.#renaming = renaming;
  }

  /** Shows the box and takes the keys. */
  open(): void {
    const editor = this.#editor;
    this.#build();
    editor.addContentWidget(this);
    this.#stops = [editor.onDidChangeModelContent(() => this.#close()), editor.onDidChangeModel(() => this.#close())];
    // Drawn immediately: a box that is not yet shown takes no keys, and they would go into the text.
    editor.render(true);
    this.#input.focus();
    this.#input.select();
  }

  getId(): string {
    return 'signalbox.renameBox';
  }

  getDomNode(): HTMLElement {
    return this.#node;
  }

  getPosition(): monaco.editor.IContentWidgetPosition {
    const { startLineNumber: lineNumber, startColumn: column } = this.#renaming.at;
    const { BELOW, ABOVE } = monaco.editor.ContentWidgetPositionPreference;
    return { position: { lineNumber, column }, preference: [BELOW, ABOVE] };
  }

  #build(): void {
    const node = this.#node;
    const input = this.#input;
    const problem = this.#problem;
    node.className = styles['box'] ?? '';
    input.className = styles['input'] ?? '';
    input.value = this.#renaming.name;
    input.spellcheck = false;
    input.autocomplete = 'off';
    input.setAttribute('aria-label', this.#renaming.label);
    problem.id = 'signalbox-rename-problem';
    problem.className = styles['note'] ?? '';
    problem.setAttribute('role', 'status');
    problem.textContent = this.#renaming.hint;
    input.setAttribute('aria-describedby', problem.id);
    node.append(input, problem);
    input.addEventListener('input', () => this.#check());
    input.addEventListener('blur', () => this.#close());
    input.addEventListener('keydown', (event) => this.#handleKey(event));
  }

  /** Asks the command whether the name is allowed, and shows why not. */
  #check(): Result<Transaction, Refusal> {
    const asked = this.#renaming.ask(this.#input.value);
    this.#input.setAttribute('aria-invalid', String(!asked.ok));
    this.#problem.className = styles[asked.ok ? 'note' : 'problem'] ?? '';
    this.#problem.textContent = asked.ok ? this.#renaming.hint : asked.error.message;
    this.#editor.layoutContentWidget(this);
    return asked;
  }

  #handleKey(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.isComposing) return;
    if (event.key === 'Escape') {
      this.#close();
      this.#editor.focus();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const asked = this.#check();
      if (!asked.ok) return;
      this.#close();
      this.#editor.focus();
      if (asked.value.changes.length > 0) dispatch(asked);
    }
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const stop of this.#stops) stop.dispose();
    this.#editor.removeContentWidget(this);
  }
}

function hintOf(keptIn: string | undefined): string {
  return keptIn === undefined
    ? 'Enter renames it everywhere, Escape cancels'
    : `Enter renames it in this file; it keeps its name in ${keptIn}`;
}
