/** What tests share: documents as text. Only tests import it. */
export { type Edited, editText, refusalOf, TEST_PATH } from './editText.ts';
export { yaml } from './yaml.ts';
