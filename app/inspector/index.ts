/**
 * The form of what is selected. Its rooms, from low to high:
 *
 * - `language`: the language service, asked about one field or part of the document;
 * - `parts`: what all forms are made of: header, group, YAML, label, other keys, and how a form edits the document;
 * - `expression`: the field for text with expressions;
 * - `schema`: a JSON Schema as a form, with its text next to it;
 * - `fields`: one setting each, by its kind or its schema;
 * - `handlers`: where a task leads: targets, routes, the tab of handlers;
 * - `forms`: the settings of a task, an agent, a tool and the workflow.
 *
 * Besides them an inspector for each kind of selection, chosen in `Inspector.tsx`, and the dialogs `BreakpointDialog.tsx`
 * and `ExtractDialog.tsx`, which are doors too: each is loaded when it opens.
 */
export { Inspector } from './Inspector.tsx';
