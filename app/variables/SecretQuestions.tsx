import { type ReactNode, useRef, useState } from 'react';
import type { SecretKeep, SecretQuestion } from '#engine/worker';
import { useSession } from '../session/index.ts';
import { answerSecret, changeSecret } from '../session/workspace/index.ts';
import { Button, Dialog, Field, GivenName, Origin, SecretField, Select } from '../ui/index.ts';
import { KEEP_NOTE, KEEP_OPTIONS, PassphraseDialog } from './PassphraseDialog.tsx';

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

/** The texts of a question to the user about a secret and a place. */
interface QuestionWords {
  readonly title: ReactNode;
  /** After who asks: what it wants to do. */
  readonly request: ReactNode;
  /** When to allow it. */
  readonly advice: ReactNode;
}

/** The words of a question, by how the secret would get there. */
function questionWords({
  name,
  origin,
  as,
}: Pick<SecretQuestion, 'name' | 'as'> & { readonly origin: string }): QuestionWords {
  const secret = <GivenName name={name} isQuoted={false} />;
  // Data of a run may be asked for by a store of this device, which has a name and no address.
  const place = URL.canParse(origin) ? <Origin origin={origin} /> : <GivenName name={origin} isQuoted={false} />;
  switch (as) {
    case 'credential':
      return {
        title: (
          <>
            May {secret} go to {place}?
          </>
        ),
        request: 'wants to send it there to sign in, and it never went there before. It waits for your answer.',
        advice:
          'Allow it if you know this address and expect your workflow to use the secret there. Where secrets may go is listed under Variables and can be revoked.',
      };
    case 'content':
      return {
        title: (
          <>
            May {secret} go to {place} inside a message?
          </>
        ),
        request: 'wants to send it there as part of what it says, not to sign in. It waits for your answer.',
        advice:
          'A service may keep and show what it receives. Allow it only if this service asks for the secret in the address or the body of a request.',
      };
    case 'derived':
      return {
        title: (
          <>
            May data obtained with {secret} go to {place}?
          </>
        ),
        request: <>has used {secret} and now wants to send or keep other data. It waits for your answer.</>,
        advice: (
          <>
            {secret} is short or simple enough to be guessed: data of this run could tell its value. Allow it if you
            trust the workflow with the secret itself. A longer, random value is not asked about.
          </>
        ),
      };
  }
}

/** Who wants a secret. A run that came from a file is named by that file: the path in it may be that of any other. */
function SecretUser({
  path,
  importedFrom,
}: Pick<SecretQuestion, 'path'> & { readonly importedFrom: string | undefined }): ReactNode {
  if (importedFrom === '') return 'A run imported from a file';
  if (importedFrom !== undefined)
    return (
      <>
        A run imported from <GivenName name={importedFrom} />
      </>
    );
  return path === '' ? 'What you are looking at' : <GivenName name={path} />;
}
