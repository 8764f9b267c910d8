import { memo, type ReactNode, useCallback } from 'react';
import { useNear } from '../base/useNear.ts';
import { useSteps } from '../base/useSteps.ts';
import { type MarkdownBlock, markdownBlocks, markdownSpans } from '../value/markdown.ts';
import styles from './Reader.module.css';

/** Blocks that are drawn as one. */
const GROUP = 48;
/** About how high a block is before it is drawn, in px. */
const BLOCK_HEIGHT = 28;

/**
 * A text in Markdown of any length: it is read by turns, and drawn where it comes near to what is in view. Nothing in it is markup of
 * the page, and no picture is fetched.
 */
export function Markdown({ text }: { readonly text: string }): ReactNode {
  const start = useCallback(() => groupsOf(markdownBlocks(text)), [text]);
  const turns = useSteps(start, addTurn) ?? [];
  return (
    <div className={styles.markdown}>
      {turns.map((groups, index) => (
        <Turn key={index} groups={groups} />
      ))}
    </div>
  );
}

function* groupsOf(blocks: Iterable<MarkdownBlock>): Generator<readonly MarkdownBlock[]> {
  let group: MarkdownBlock[] = [];
  for (const block of blocks) {
    group.push(block);
    if (group.length < GROUP) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

type Groups = readonly (readonly MarkdownBlock[])[];

function addTurn(before: readonly Groups[] | null, groups: Groups): readonly Groups[] {
  return [...(before ?? []), groups];
}

/** What one turn has read: those before it are not gone through again, and the parts of one far away are not watched. */
const Turn = memo(function Turn({ groups }: { readonly groups: Groups }): ReactNode {
  return (
    <Part count={groups.reduce((sum, { length }) => sum + length, 0)}>
      {() => groups.map((blocks, index) => <Group key={index} blocks={blocks} />)}
    </Part>
  );
});

const Group = memo(function Group({ blocks }: { readonly blocks: readonly MarkdownBlock[] }): ReactNode {
  return (
    <Part count={blocks.length} className={styles.group}>
      {() => blocks.map((block, index) => <Block key={index} block={block} />)}
    </Part>
  );
});

interface PartProps {
  /** How many blocks it has. */
  readonly count: number;
  readonly className?: string | undefined;
  readonly children: () => ReactNode;
}

/** Blocks that are drawn once they come near to what is in view; about as high before. */
function Part({ count, className, children }: PartProps): ReactNode {
  const [ref, isNear] = useNear();
  return (
    <div ref={ref} className={className} style={isNear ? undefined : { height: count * BLOCK_HEIGHT }}>
      {isNear && children()}
    </div>
  );
}

function Block({ block }: { readonly block: MarkdownBlock }): ReactNode {
  switch (block.kind) {
    case 'heading':
      return (
        <p className={styles.heading} data-level={block.level}>
          <Spans text={block.text} />
        </p>
      );
    case 'code':
      return (
        <pre className={styles.code} data-continues={block.continues}>
          {block.text}
        </pre>
      );
    case 'quote':
      return (
        <blockquote className={styles.quote}>
          <Spans text={block.text} />
        </blockquote>
      );
    case 'item':
      return (
        <p className={styles.item} style={{ marginLeft: block.depth * 18 }}>
          <span>{block.marker}</span>
          <span>
            <Spans text={block.text} />
          </span>
        </p>
      );
    case 'table':
      return <Table head={block.head} rows={block.rows} />;
    case 'rule':
      return <hr className={styles.rule} />;
    case 'paragraph':
      return (
        <p className={styles.paragraph}>
          <Spans text={block.text} />
        </p>
      );
  }
}

function Table({ head, rows }: Pick<Extract<MarkdownBlock, { kind: 'table' }>, 'head' | 'rows'>): ReactNode {
  return (
    <table className={styles.table}>
      {head.length > 0 && (
        <thead>
          <tr>
            {head.map((cell, column) => (
              <th key={column} scope="col">
                <Spans text={cell} />
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, column) => (
              <td key={column}>
                <Spans text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Spans({ text }: { readonly text: string }): ReactNode {
  return markdownSpans(text).map((span, index) => {
    switch (span.kind) {
      case 'text':
        return span.text;
      case 'strong':
        return <strong key={index}>{span.text}</strong>;
      case 'emphasis':
        return <em key={index}>{span.text}</em>;
      case 'code':
        return <code key={index}>{span.text}</code>;
      case 'link':
        return (
          <a key={index} href={span.target} target="_blank" rel="noopener noreferrer">
            {span.text}
          </a>
        );
    }
  });
}
