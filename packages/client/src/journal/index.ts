export { takeLock, type Claim, type Lock } from './claims.js'
export { compactEntries } from './compact.js'
export {
  formatUnreadable,
  readEntryFile,
  setAside,
  writeWhole,
  type EntryFile,
  type UnreadableLine,
} from './entry-file.js'
export { entryParser, type EntryShapes, type FieldType } from './entry-parser.js'
export { fileJournal, type FileJournal, type FileJournalOptions } from './file-journal.js'
export type {
  EndedEntry,
  ForgottenEntry,
  IntentEntry,
  Journal,
  JournalEntry,
  RejectedEntry,
  StoringEntry,
  SubmittedEntry,
  UnendedSubmit,
} from './journal.js'
export { memoryJournal } from './memory-journal.js'
export { formatOwner, isRunning, ownerState, thisProcess } from './owner.js'
export type { Resumed } from './resume.js'
export { JournalReader, journalState, type JournalState, type RunningTask } from './state.js'
export { fileLedger, formatHeld, lockLedger, openLedger, readLedger } from '../ledger/file-ledger.js'
