import type { ReactNode } from 'react';
import type { Path } from '#engine';
import { readField } from '#engine/edit';
import { type Data, isDataMap, toData } from '#engine/values';
import { useAnalysis, useIsReadOnly } from '../../session/index.ts';
import { Select } from '../../ui/index.ts';
import { ExpressionField } from '../expression/ExpressionField.tsx';
import { completerFor } from '../language/completerFor.ts';
import { AddButton } from '../parts/AddButton.tsx';
import { commitField } from '../parts/edit.ts';
import { YamlPart } from '../parts/YamlPart.tsx';
import { ItemMarks } from './ItemRows.tsx';
import styles from './MessageRows.module.css';
import { useFieldProblem } from './useInputFields.ts';

const ROLES = ['system', 'user', 'assistant'] as const;

/** Messages one below the other: who says it, and what. One that holds more than that is shown as YAML. */
export function MessageRows({ path }: { readonly path: Path }): ReactNode {
  const analysis = useAnalysis('own');
  const isReadOnly = useIsReadOnly() !== null;
  const data = analysis ? readField(analysis.syntax, path) : undefined;
  if (!analysis) return null;
  if (data !== undefined && data !== null && !Array.isArray(data)) return <YamlPart path={path} label="messages" />;
  const messages: readonly Data[] = data ?? [];
  return (
    <div className={styles.messages}>
      {messages.length > 0 && (
        <div className={styles.messages} role="list" aria-label="Messages">
          {messages.map((message, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a message is known by its place alone.
            <div key={`${messages.length} ${index}`} className={styles.message} role="listitem">
              <Message path={[...path, index]} message={message} index={index}>
                {!isReadOnly && <ItemMarks list={path} index={index} of="message" count={messages.length} />}
              </Message>
            </div>
          ))}
        </div>
      )}
      {!isReadOnly && (
        <AddButton onClick={() => commitField([...path, messages.length], newMessage(messages.at(-1)))}>
          Add a message
        </AddButton>
      )}
    </div>
  );
}

interface MessageProps {
  readonly path: Path;
  readonly message: Data;
  readonly index: number;
  /** What can be done to it. */
  readonly children: ReactNode;
}

function Message({ path, message, index, children }: MessageProps): ReactNode {
  const isReadOnly = useIsReadOnly() !== null;
  const content = [...path, 'content'];
  const roleProblem = useFieldProblem([...path, 'role']);
  const contentProblem = useFieldProblem(content);
  const name = `message ${index + 1}`;
  if (!isMessage(message)) {
    return (
      <>
        <div className={styles.head}>
          <span className={styles.name}>{name}</span>
          {children}
        </div>
        <YamlPart path={path} label={name} />
      </>
    );
  }
  const role = message.get('role');
  const text = message.get('content');
  return (
    <>
      <div className={styles.head}>
        <Select<string>
          size="small"
          aria-label={`Role of ${name}`}
          value={typeof role === 'string' ? role : null}
          options={ROLES.map((word) => ({ value: word, label: word }))}
          isInvalid={roleProblem !== undefined}
          disabled={isReadOnly}
          onChange={(word) => commitField([...path, 'role'], word)}
        />
        {children}
      </div>
      {roleProblem !== undefined && <p className={styles.problem}>{roleProblem}</p>}
      <ExpressionField
        aria-label={`Text of ${name}`}
        value={typeof text === 'string' ? text : ''}
        isMultiline
        isProse
        placeholder="Text of the message"
        disabled={isReadOnly}
        path={content}
        complete={completerFor(content)}
        problem={contentProblem}
        onCommit={(next) => commitField(content, next)}
      />
    </>
  );
}

/** Whether the rows show all that a message holds. */
function isMessage(message: Data): message is ReadonlyMap<string, Data> {
  if (!isDataMap(message)) return false;
  const isKnown = [...message.keys()].every((key) => key === 'role' || key === 'content');
  return isKnown && [...message.values()].every((value) => value === null || typeof value === 'string');
}

/** Who speaks after the last one. */
function newMessage(last: Data | undefined): Data {
  const isUser = isDataMap(last) && last.get('role') === 'user';
  return toData({ role: isUser ? 'assistant' : 'user', content: '' });
}
