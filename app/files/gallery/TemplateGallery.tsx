import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { listTemplates, type Template } from '../../platform/index.ts';
import { forgetTemplate } from '../../session/address/index.ts';
import { closeDialog, notify, useSession } from '../../session/index.ts';
import { showTestRun } from '../../session/tests/index.ts';
import { SearchIcon } from '../../ui/icons.ts';
import { Button, Dialog, EmptyState, Spinner, TextField } from '../../ui/index.ts';
import styles from './gallery.module.css';
import { SketchPicture } from './SketchPicture.tsx';
import { TemplateDetail } from './TemplateDetail.tsx';
import { takeTemplate } from './takeTemplate.ts';

/** The workflows that come with the app, by job: each to be copied into the workspace with its tests, and to be run without a key. */
export function TemplateGallery() {
  const isOpen = useSession((state) => state.view.dialog === 'templates');
  return (
    <Dialog
      isOpen={isOpen}
      onClose={closeDialog}
      size="large"
      title="Start from a template"
      description="Each comes with its tests and runs offline, without a key."
    >
      <Templates />
    </Dialog>
  );
}

function Templates() {
  const [templates, setTemplates] = useState<readonly Template[] | Error | null>(null);
  useEffect(() => void loadTemplates(setTemplates), []);
  if (templates === null) return <Spinner label="Fetching the templates" />;
  if (templates instanceof Error) {
    const retry = <Button onClick={() => void loadTemplates(setTemplates)}>Try again</Button>;
    return (
      <EmptyState title="No templates" actions={retry}>
        {templates.message}
      </EmptyState>
    );
  }
  return <Gallery templates={templates} />;
}

function Gallery({ templates }: { readonly templates: readonly Template[] }) {
  const wanted = useSession((state) => state.view.template);
  const [chosenId, setChosenId] = useState(wanted ?? null);
  const [search, setSearch] = useState('');
  // Where only one of list and template has room.
  const [isReading, setIsReading] = useState(templates.some(({ id }) => id === wanted));
  const isNarrow = useSession((state) => state.view.isNarrow);
  const field = useRef<HTMLInputElement>(null);
  const isFirst = useRef(true);
  const list = useRef<HTMLDivElement>(null);
  const back = useRef<HTMLButtonElement>(null);
  const found = findTemplates(templates, search);
  const chosen = found.find(({ id }) => id === chosenId) ?? found[0];

  function focusRow(id: string | undefined): void {
    if (id !== undefined) list.current?.querySelector<HTMLElement>(`[data-template="${id}"]`)?.focus();
  }

  useEffect(forgetTemplate, []);
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>('[aria-current]');
    // On a phone a field would bring the keyboard up, over what it finds, and what is shown changes places with what had the focus.
    if (isNarrow) (isReading ? back.current : row)?.focus();
    else if (isFirst.current) field.current?.focus();
    if (isFirst.current) row?.scrollIntoView({ block: 'nearest' });
    isFirst.current = false;
  }, [isNarrow, isReading, list, back, field]);

  /** Arrows go from row to row, as in a list; from the words that were typed, the first arrow leads into it. */
  function handleKey(event: KeyboardEvent): void {
    const isTyping = event.target instanceof HTMLInputElement;
    const at = chosen === undefined ? -1 : found.indexOf(chosen);
    const next = { ArrowDown: isTyping ? at : at + 1, ArrowUp: at - 1, Home: 0, End: found.length - 1 }[event.key];
    if (next === undefined || (isTyping && event.key !== 'ArrowDown') || found[next] === undefined) return;
    event.preventDefault();
    setChosenId(found[next].id);
    focusRow(found[next].id);
  }

  return (
    <div className={styles.gallery} data-reading={isReading || undefined}>
      <div className={styles.list} ref={list} onKeyDown={handleKey}>
        <TextField
          ref={field}
          aria-label="Find a template"
          placeholder="Find: webhook, approval, CSV…"
          prefix={<SearchIcon />}
          value={search}
          onChange={setSearch}
        />
        <div className={styles.rows}>
          {[...groupTemplates(found)].map(([job, rows]) => (
            <section key={job} aria-label={job}>
              <h3 className={styles.job}>{job}</h3>
              <ul>
                {rows.map((template) => (
                  <li key={template.id}>
                    <TemplateRow
                      template={template}
                      isChosen={template === chosen}
                      onChoose={() => {
                        setChosenId(template.id);
                        setIsReading(true);
                      }}
                    />
                  </li>
                ))}
              </ul>
            </section>
          ))}
          {found.length === 0 && (
            <EmptyState
              title="No template has these words"
              actions={<Button onClick={() => setSearch('')}>Show all</Button>}
            >
              Try fewer words, or others: what it does, or the service that it calls.
            </EmptyState>
          )}
        </div>
      </div>
      {chosen !== undefined && (
        <TemplateDetail
          template={chosen}
          backRef={back}
          onBack={() => setIsReading(false)}
          onUse={() => void use(chosen)}
          onRun={() => void runOffline(chosen)}
        />
      )}
    </div>
  );
}

interface TemplateRowProps {
  readonly template: Template;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function TemplateRow({ template, isChosen, onChoose }: TemplateRowProps) {
  return (
    <button
      type="button"
      className={styles.row}
      data-template={template.id}
      aria-current={isChosen || undefined}
      tabIndex={isChosen ? 0 : -1}
      onClick={onChoose}
    >
      <SketchPicture sketch={template.sketch} className={styles.small} />
      <span className={styles.name}>{template.name}</span>
      <span className={styles.description}>{template.description}</span>
    </button>
  );
}

async function loadTemplates(onLoad: (templates: readonly Template[] | Error) => void): Promise<void> {
  await listTemplates().then(onLoad, (error: unknown) => onLoad(toError(error)));
}

/** Copies a template into the workspace, and offers to run it. */
async function use(template: Template): Promise<void> {
  const taken = await take(template);
  if (taken === null || !taken.isNew) return;
  notify({
    kind: 'success',
    message: `Added ${taken.workflow} and its tests.`,
    action: { label: 'Run it offline', run: () => void showTestRun(taken.tests, 0, null) },
  });
}

/** Copies a template into the workspace, and shows the run of its first test. */
async function runOffline(template: Template): Promise<void> {
  const taken = await take(template);
  if (taken !== null) await showTestRun(taken.tests, 0, null);
}

async function take(template: Template): ReturnType<typeof takeTemplate> {
  try {
    const taken = await takeTemplate(template);
    if (taken !== null) closeDialog();
    return taken;
  } catch (error) {
    notify({ kind: 'error', message: toError(error).message });
    return null;
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** The templates that have all words that were typed, each as the beginning of a word of theirs; without any, all of them. */
export function findTemplates(templates: readonly Template[], search: string): readonly Template[] {
  const wanted = wordsOf(search);
  return templates.filter((template) => {
    const has = wordsOf([template.name, template.job, template.words, template.description].join(' '));
    return wanted.every((word) => has.some((other) => other.startsWith(word)));
  });
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Templates by job, in their order. */
function groupTemplates(templates: readonly Template[]): ReadonlyMap<string, readonly Template[]> {
  const jobs = new Set(templates.map(({ job }) => job));
  return new Map([...jobs].map((job) => [job, templates.filter((template) => template.job === job)]));
}
