import { memo, type ReactNode, useCallback } from 'react';
import { useSteps } from '../base/useSteps.ts';
import { type MarkdownBlock, markdownBlocks, markdownSpans } from '../value/markdown.ts';
import styles from './Reader.module.css';

/** A text in Markdown, drawn block by block as it is read. Nothing in it is markup of the page, and no picture is fetched. */
export function Markdown({ text }: { readonly text: string }): ReactNode {
  const start = useCallback(() => markdownBlocks(text), [text]);
  const groups = useSteps(start, addGroup) ?? [];
  return (
    <div className={styles.markdown}>
      {groups.map((blocks, index) => (
        <Group key={index} blocks={blocks} />
      ))}
    </div>
  );
}

type Groups = readonly (readonly MarkdownBlock[])[];

/** What a turn reads is a group: those before it are not drawn again. */
function addGroup(before: Groups | null, blocks: readonly MarkdownBlock[]): Groups {
  return [...(before ?? []), blocks];
}

const Group = memo(function Group({ blocks }: { readonly blocks: readonly MarkdownBlock[] }): ReactNode {
  return (
    <div className={styles.group}>
      {blocks.map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </div>
  );
});

function Block({ block }: { readonly block: MarkdownBlock }): ReactNode {
  switch (block.kind) {
    case 'heading':
      return (
        <p className={styles.heading} data-level={block.level}>
          <Spans text={block.text} />
        </p>
      );
    case 'code':
      return <pre className={styles.code}>{block.text}</pre>;
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
      <thead>
        <tr>
          {head.map((cell, column) => (
            <th key={column} scope="col">
              <Spans text={cell} />
            </th>
          ))}
        </tr>
      </thead>
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
