import { type FormEvent, type ReactNode, useMemo, useState } from 'react';
import type { ActivationView } from '#engine/run';
import type { Json } from '#engine/values';
import { useSession } from '../../session/index.ts';
import { continueWithMessage, type SentMessage } from '../../session/servedRuns/index.ts';
import { PencilIcon } from '../../ui/icons.ts';
import { Badge, Button, Field, isMarkdown, Markdown, SimulatedMark, TextArea } from '../../ui/index.ts';
import { AnswerSoFar } from '../parts/AnswerSoFar.tsx';
import { formatUsage } from '../parts/formatUsage.ts';
import { parseJson } from '../parts/parseJson.ts';
import { StepValue } from '../parts/StepParts.tsx';
import step from '../parts/step.module.css';
import { type TalkMessage, toConversation } from '../parts/toConversation.ts';
import styles from './ConversationPart.module.css';

/** How many messages are shown: the last ones. */
const MOST_SHOWN = 200;
/** Texts up to this many characters are shown as they are; longer ones are read as values. */
const MOST_PLAIN = 2_000;

interface ConversationPartProps {
  readonly step: ActivationView;
  /** True: it can only be looked at. */
  readonly isFixed: boolean;
}

/**
 * What a step and its models said: the system prompt as it was sent, messages, what tools were asked and answered, and tokens by turn. Any
 * message that was sent can be changed: another run continues from there.
 */
export function ConversationPart({ step: shown, isFixed }: ConversationPartProps): ReactNode {
  const talk = useMemo(() => toConversation(shown), [shown]);
  const isOfTest = useSession(({ run }) => run.shown?.isOfTest === true);
  const pending = shown.effects.findLast(({ kind, endedAt }) => kind === 'model' && endedAt === null);
  const first = Math.max(0, talk.length - MOST_SHOWN);
  return (
    <>
      {first > 0 && <p className={step.none}>{first} messages before these are among the calls.</p>}
      <ol className={styles.talk} aria-label="Conversation">
        {talk.slice(first).map((message, index) => (
          <Message key={first + index} message={message} number={first + index + 1} isFixed={isFixed || isOfTest} />
        ))}
        {pending !== undefined && (
          <li className={styles.message} data-role="assistant">
            <AnswerSoFar call={pending.key} none="The model is being asked." />
          </li>
        )}
      </ol>
    </>
  );
}

const ROLES = { system: 'System prompt', user: 'User', assistant: 'Model', tool: 'Tool' } as const;

interface MessageProps {
  readonly message: TalkMessage;
  readonly number: number;
  readonly isFixed: boolean;
}

function Message({ message, number, isFixed }: MessageProps): ReactNode {
  const [isChanged, setIsChanged] = useState(false);
  const { role, text, calls, turn, sent } = message;
  const name = nameOf(message);
  return (
    <li className={styles.message} data-role={role}>
      <header className={styles.head}>
        <strong>{name}</strong>
        {turn?.simulated === true && <SimulatedMark />}
        {turn?.usage && <span className={styles.usage}>{formatUsage(turn.usage)}</span>}
        {sent !== undefined && !isFixed && !isChanged && (
          <Button
            size="small"
            variant="ghost"
            icon={<PencilIcon />}
            aria-label={`Change message ${number}, ${name}, and continue from there`}
            title="Another run continues from here with what you write; this one stays as it is"
            onClick={() => setIsChanged(true)}
          >
            Change
          </Button>
        )}
      </header>
      {isChanged && sent !== undefined ? (
        <ChangeForm text={text} sent={sent} onClose={() => setIsChanged(false)} />
      ) : (
        <Said text={text} label={`message ${number}`} isAnswer={role === 'assistant'} />
      )}
      {calls.map((call, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a turn never changes
        <div key={index} className={styles.asked}>
          <Badge tone="tool">Asks for {call.name}</Badge>
          <StepValue label={`${call.name} input`} value={call.input} />
        </div>
      ))}
    </li>
  );
}

function nameOf({ role, tool, isAdded }: TalkMessage): string {
  if (isAdded === true) return 'Added to the system prompt';
  return role === 'tool' && tool !== undefined ? `Result of ${tool}` : ROLES[role];
}

interface SaidProps {
  readonly text: string;
  readonly label: string;
  /** True: models write Markdown, and it is read as that. What was sent is shown as it was sent. */
  readonly isAnswer: boolean;
}

function Said({ text, label, isAnswer }: SaidProps): ReactNode {
  const value = useMemo(() => readSaid(text), [text]);
  if (text === '') return null;
  if (typeof value === 'string' && value.length <= MOST_PLAIN)
    return isAnswer && isMarkdown(value) ? <Markdown text={value} /> : <p className={styles.said}>{value}</p>;
  return <StepValue label={label} value={value} />;
}

/** What tools answer, and models by a schema, is JSON. */
function readSaid(text: string): Json {
  if (!/^\s*[[{]/.test(text)) return text;
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : text;
}

interface ChangeFormProps {
  readonly text: string;
  readonly sent: SentMessage;
  readonly onClose: () => void;
}

/** Another text for a message. Mod+Enter continues with it, Escape leaves. */
function ChangeForm({ text, sent, onClose }: ChangeFormProps): ReactNode {
  const [draft, setDraft] = useState(text);
  const isSame = draft === text;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isSame) void continueWithMessage(sent, draft);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field
        label="What it says"
        hint="A new run continues from this message. What was called before is taken from this run; what comes after is called."
      >
        <TextArea
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for
          autoFocus
          rows={4}
          value={draft}
          onChange={setDraft}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && isSame) {
              event.stopPropagation();
              onClose();
            } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              event.stopPropagation();
              event.currentTarget.form?.requestSubmit();
            }
          }}
        />
      </Field>
      <div className={styles.buttons}>
        <Button type="submit" size="small" variant="primary" disabled={isSame}>
          Continue with this message
        </Button>
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
