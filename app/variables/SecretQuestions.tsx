import { type ReactNode, useRef, useState } from 'react';
import type { SecretKeep, SecretQuestion } from '#engine/worker';
import { useSession } from '../session/index.ts';
import { answerSecret, changeSecret } from '../session/workspace/index.ts';
import { Button, Dialog, Field, GivenName, SecretField, Select } from '../ui/index.ts';
import { KEEP_NOTE, KEEP_OPTIONS } from './keepOptions.ts';
import { PassphraseDialog } from './PassphraseDialog.tsx';
import { questionWords } from './questionWords.tsx';
import { SecretUser } from './SecretUser.tsx';

/** What runs ask about secrets, one question at a time; a run waits until its question is answered. */
export function SecretQuestions(): ReactNode {
  const [question] = useSession((state) => state.workspace.secrets.questions);
  const isLocked = useSession(
    (state) => state.workspace.secrets.secrets.find(({ name }) => name === question?.name)?.isLocked === true,
  );
  if (question === undefined) return null;
  const refuse = () => void answerSecret(question.id, 'never');
  if (question.origin !== null)
    return <OriginQuestion key={question.id} question={{ ...question, origin: question.origin }} onRefuse={refuse} />;
  // Opened, the secret has a value, which is the answer.
  if (isLocked) return <PassphraseDialog isKnown onClose={refuse} onUnlocked={() => undefined} />;
  return <ValueQuestion key={question.id} question={question} onRefuse={refuse} />;
}

interface QuestionProps<Question extends SecretQuestion> {
  readonly question: Question;
  readonly onRefuse: () => void;
}

function OriginQuestion({ question, onRefuse }: QuestionProps<SecretQuestion & { readonly origin: string }>) {
  const { id, path, importedFrom } = question;
  const { title, request, advice } = questionWords(question);
  return (
    <Dialog
      isOpen
      onClose={onRefuse}
      size="small"
      title={title}
      description={
        <>
          <SecretUser path={path} importedFrom={importedFrom} /> {request}
        </>
      }
      footer={
        <>
          <Button onClick={onRefuse} data-focus-first>
            Refuse
          </Button>
          <Button onClick={() => void answerSecret(id, 'always')}>Always allow</Button>
          <Button variant="primary" onClick={() => void answerSecret(id, 'once')}>
            {path === '' ? 'Only this time' : 'Only in this run'}
          </Button>
        </>
      }
    >
      <p>{advice}</p>
    </Dialog>
  );
}

function ValueQuestion({ question: { id, name, path, importedFrom }, onRefuse }: QuestionProps<SecretQuestion>) {
  const field = useRef<{ take: () => string }>(null);
  const [keep, setKeep] = useState<SecretKeep>('session');
  const [asksPassphrase, setAsksPassphrase] = useState(false);
  const [held, setHeld] = useState<(() => void) | null>(null);
  const isKnown = useSession((state) => state.workspace.secrets.secrets.some((secret) => secret.keep === 'passphrase'));
  async function give(value: string) {
    if (await changeSecret({ type: 'set', name, value, keep })) await answerSecret(id, 'once');
  }
  function submit() {
    const value = field.current?.take() ?? '';
    if (value === '') return;
    if (keep !== 'passphrase') {
      void give(value);
      return;
    }
    setHeld(() => () => void give(value));
    setAsksPassphrase(true);
  }
  if (asksPassphrase)
    return <PassphraseDialog isKnown={isKnown} onClose={() => setAsksPassphrase(false)} onUnlocked={() => held?.()} />;
  return (
    <Dialog
      isOpen
      onClose={onRefuse}
      size="small"
      title={
        <>
          <GivenName name={name} isQuoted={false} /> is needed
        </>
      }
      description={
        <>
          <SecretUser path={path} importedFrom={importedFrom} /> uses it now, and it has no value in this tab. The run
          waits for it.
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label={`Value of ${name}`}>
          <SecretField ref={field} />
        </Field>
        <Field label="Keep it" hint={KEEP_NOTE}>
          <Select value={keep} options={KEEP_OPTIONS} onChange={setKeep} />
        </Field>
        <p style={{ display: 'flex', justifyContent: 'flex-end', gap: 8, marginTop: 12 }}>
          <Button variant="ghost" onClick={onRefuse}>
            Continue without it
          </Button>
          <Button type="submit" variant="primary">
            Use it
          </Button>
        </p>
      </form>
    </Dialog>
  );
}
