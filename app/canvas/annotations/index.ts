/** What a user writes onto the canvas: notes, and frames around cards. Loaded with the first of either. */
export { FrameNode } from './FrameNode.tsx';
export { NoteCard } from './NoteCard.tsx';
