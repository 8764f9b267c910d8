import type { ReactNode } from 'react';
import type { SecretQuestion } from '#engine/worker';
import { GivenName } from '../ui/index.ts';

/** Who wants a secret. A run that came from a file is named by that file: the path in it may be that of any other. */
export function SecretUser({
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
