import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { IconButton } from '../controls/IconButton.tsx';
import { SegmentedControl } from '../controls/SegmentedControl.tsx';
import { CopyIcon, DownloadIcon, ExpandIcon, XIcon } from '../icons.ts';
import { Screen } from '../layout/Screen.tsx';
import { DataGrid } from '../value/DataGrid.tsx';
import { shownJsonPieces, textPieces } from '../value/pieces.ts';
import { ValueTree } from '../value/ValueTree.tsx';
import { memberPath, type PlainValue, previewOf } from '../value/valueRows.ts';
import {
  cellOf,
  columnsOf,
  findAnswer,
  hasMore,
  isAlone,
  listViews,
  readJsonText,
  toFile,
  type ValueViewName,
  writtenParts,
} from '../value/valueViews.ts';
import { Markdown } from './Markdown.tsx';
import { Pieces } from './Pieces.tsx';
import styles from './Reader.module.css';

export interface ValueReaderProps {
  /** Name for assistive technology, and the prefix of a copied path (`tasks.a.output`). */
  readonly label: string;
  readonly value: PlainValue;
  readonly onCopy: (text: string) => void;
  /** Saves a text as a file of this name. */
  readonly onSave: (name: string, text: Blob) => void;
  /** Takes hold of a line of the tree, whose path is one of the label's. Absent: lines are not dragged. */
  readonly onDrag?: ((transfer: DataTransfer, path: string) => void) | undefined;
  /** True: it is the result of something, and read from what it is there to say. */
  readonly isResult?: boolean;
  /** True: it fills the window already. */
  readonly isFull?: boolean;
}

/**
 * A value of any size, read as what it is: text, Markdown, HTML source, picture, tree, table, or JSON as it is written. It is copied,
 * saved and shown in the whole window; so is each part of it, from its line in the tree or its cell in the table.
 */
export function ValueReader(props: ValueReaderProps): ReactNode {
  const { label, value, isFull = false, isResult = false } = props;
  const answer = useMemo(() => (isResult ? findAnswer(value) : null), [value, isResult]);
  const views = useMemo(
    () => [...(answer === null ? [] : (['answer'] as const)), ...listViews(value)],
    [value, answer],
  );
  const [wanted, setWanted] = useState<ValueViewName | null>(null);
  const [part, setPart] = useState<ReaderPart | null>(null);
  const view = wanted !== null && views.includes(wanted) ? wanted : (views[0] ?? 'tree');
  const isPlain = typeof value !== 'string' && (typeof value !== 'object' || value === null);
  return (
    <div className={styles.reader}>
      {!isPlain && (
        <div className={styles.bar}>
          {views.length > 1 && (
            <SegmentedControl
              label={`How ${label} is read`}
              size="small"
              value={view}
              onChange={setWanted}
              options={views.map((name) => ({ value: name, label: WORDS[name] }))}
            />
          )}
          <Tools {...props} onFull={isFull ? null : () => setPart({ label, value })} />
        </div>
      )}
      <div className={styles.body}>
        {view === 'answer' && answer !== null ? (
          <View
            view={listViews(answer.value)[0] ?? 'tree'}
            label={label + answer.keys.map(memberPath).join('')}
            value={answer.value}
            isResult={isResult}
            onCopy={props.onCopy}
            onRead={setPart}
            onDrag={props.onDrag}
          />
        ) : (
          <View
            view={view}
            label={label}
            value={value}
            isResult={isResult}
            onCopy={props.onCopy}
            onRead={setPart}
            onDrag={props.onDrag}
          />
        )}
      </div>
      {part !== null && (
        <ReaderScreen {...props} isResult={false} label={part.label} value={part.value} onClose={() => setPart(null)} />
      )}
    </div>
  );
}

/** A value, or a part of one, in the whole window. */
function ReaderScreen({ onClose, ...props }: ValueReaderProps & { readonly onClose: () => void }): ReactNode {
  return (
    <Screen isOpen isFull onClose={onClose} label={`Value of ${props.label}`}>
      <div className={styles.full}>
        <header className={styles.title}>
          <code title={props.label}>{props.label}</code>
          <IconButton label="Close" icon={<XIcon />} onClick={onClose} />
        </header>
        <ValueReader {...props} isFull />
      </div>
    </Screen>
  );
}

const WORDS = {
  answer: 'Answer',
  text: 'Text',
  markdown: 'Markdown',
  html: 'HTML source',
  image: 'Image',
  tree: 'Tree',
  table: 'Table',
  raw: 'Raw',
} as const satisfies Record<ValueViewName, string>;

interface ReaderPart {
  readonly label: string;
  readonly value: PlainValue;
}

function Tools(props: ValueReaderProps & { readonly onFull: (() => void) | null }): ReactNode {
  const { label, value, onCopy, onSave, onFull } = props;
  const file = () => toFile(label.replaceAll(/[^\w-]+/g, '-').replaceAll(/^-+|-+$/g, '') || 'value', value);
  return (
    <span className={styles.tools}>
      <IconButton
        label="Copy"
        icon={<CopyIcon />}
        size="small"
        onClick={() => onCopy([...writtenParts(value)].join(''))}
      />
      <IconButton
        label="Save as a file"
        icon={<DownloadIcon />}
        size="small"
        onClick={() => {
          const { name, content } = file();
          onSave(name, content);
        }}
      />
      {onFull !== null && (
        <IconButton label="Show in the whole window" icon={<ExpandIcon />} size="small" onClick={onFull} />
      )}
    </span>
  );
}

interface ViewProps extends ReaderPart {
  readonly view: ValueViewName;
  readonly isResult: boolean;
  readonly onCopy: (text: string) => void;
  readonly onRead: (part: ReaderPart) => void;
  readonly onDrag: ValueReaderProps['onDrag'];
}

function View({ view, label, value, isResult, onCopy, onRead, onDrag }: ViewProps): ReactNode {
  const read = useMemo(() => (typeof value === 'string' ? (readJsonText(value) ?? value) : value), [value]);
  const start = useCallback(
    () => (typeof value === 'string' && view !== 'raw' ? textPieces(value) : shownJsonPieces(value)),
    [value, view],
  );
  if (view === 'tree')
    return (
      <ValueTree
        isResult={isResult}
        label={label}
        value={read}
        onCopy={onCopy}
        onRead={(path, inner) => onRead({ label: label + path, value: inner })}
        onDrag={onDrag}
      />
    );
  if (view === 'table' && Array.isArray(read)) return <Rows label={label} rows={read} onRead={onRead} />;
  return (
    <section className={styles.scroll} aria-label={`${label}, ${WORDS[view]}`} tabIndex={0}>
      {view === 'image' && typeof value === 'string' ? (
        <Picture source={value} label={label} />
      ) : view === 'markdown' && typeof value === 'string' ? (
        <Markdown text={value} />
      ) : (
        <Pieces start={start} look={view === 'text' ? 'prose' : view === 'html' ? 'wrapped' : 'raw'} />
      )}
    </section>
  );
}

/** A picture on a ground that shows what of it is transparent, with its size in pixels. */
function Picture({ source, label }: { readonly source: string; readonly label: string }): ReactNode {
  const [size, setSize] = useState('');
  return (
    <figure className={styles.picture}>
      <img
        className={styles.image}
        src={source}
        alt={label}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setSize(`${naturalWidth} × ${naturalHeight}`)}
        onError={() => setSize('The browser cannot read this picture.')}
      />
      <figcaption>{size}</figcaption>
    </figure>
  );
}

interface RowsProps {
  readonly label: string;
  readonly rows: readonly PlainValue[];
  readonly onRead: (part: ReaderPart) => void;
}

/** A list of maps as a table: a row for each, a column for each of their keys. */
function Rows({ label, rows, onRead }: RowsProps): ReactNode {
  const [active, setActive] = useState(-1);
  const names = useMemo(() => columnsOf(rows), [rows]);
  const isPart = useMemo(() => hasMore(rows, names), [rows, names]);
  const columns = useMemo(
    () => [
      { id: '', label: '#', width: 56, align: 'end' as const },
      ...names.map((name) => ({ id: `.${name}`, label: name, width: 160 })),
    ],
    [names],
  );
  const cell = (row: number, column: string): ReactNode => {
    if (column === '') return row;
    const isWhole = column === `.${names[0]}` && isAlone(rows[row]);
    const value = isWhole ? rows[row] : cellOf(rows[row], column.slice(1));
    return value === undefined ? '' : typeof value === 'string' ? value.slice(0, 200) : previewOf(value);
  };
  return (
    <>
      {isPart && (
        <p className={styles.part}>Rows have more keys than there are columns here: Tree and Raw have all of them.</p>
      )}
      <DataGrid
        label={label}
        columns={columns}
        count={rows.length}
        cell={cell}
        active={active}
        onActivate={setActive}
        onOpen={(row, column) => {
          const inner = column === '' ? rows[row] : cellOf(rows[row], column.slice(1));
          const path = column === '' ? '' : memberPath(column.slice(1));
          if (inner !== undefined) onRead({ label: `${label}[${row}]${path}`, value: inner });
        }}
      />
    </>
  );
}
