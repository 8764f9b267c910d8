/** What tests share: documents as text. Only tests import it. */
export { yaml } from './yaml.ts';
