/** What memories hold, to read, search, clear and export. */
export { MemoryPanel } from './MemoryPanel.tsx';
