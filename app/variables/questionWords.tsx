import type { ReactNode } from 'react';
import type { SecretQuestion } from '#engine/worker';
import { GivenName, Origin } from '../ui/index.ts';

/** The texts of a question to the user about a secret and a place. */
export interface QuestionWords {
  readonly title: ReactNode;
  /** After who asks: what it wants to do. */
  readonly request: ReactNode;
  /** When to allow it. */
  readonly advice: ReactNode;
}

/** The words of a question, by how the secret would get there. */
export function questionWords({
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
