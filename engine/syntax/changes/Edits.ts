import type { Result } from '../../base/index.ts';
import type { Refusal, TextEdit } from '../../text/index.ts';

/** What a change of a document answers: its edits, or why it is refused. Offsets refer to the text before the change. */
export type Edits = Result<readonly TextEdit[], Refusal>;
