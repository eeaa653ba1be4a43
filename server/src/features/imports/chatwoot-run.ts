import type { AgentFaces } from './chatwoot-agents.ts'
import type { ChatwootExport } from './chatwoot-export.ts'
import type { Json } from './chatwoot-values.ts'
import type { ImportReport } from './import-report.ts'
import type { ImportScope } from './import-store.ts'
import type { LabelBook } from './label-book.ts'
import type { ImportPorts } from './ports.ts'

export interface ChatwootImportOptions {
  organizationId: string
  /** Provider of the inboxes that `providers` does not name. */
  defaultProviderId: string
  /** Provider by inbox id. */
  providers: ReadonlyMap<number, string>
  /** Imports open conversations as closed. */
  closeOpen: boolean
  dryRun: boolean
  /** Receives what happened, also if the import fails. */
  report: ImportReport
  onProgress?: (done: number, total: number) => void
}

/** What the parts of an import share. */
export interface ImportRun extends ChatwootImportOptions {
  ports: ImportPorts
  scope: ImportScope
  source: ChatwootExport
  agents: AgentFaces
  labels: LabelBook
  /** Contacts of the contact list, which have more than those of conversations. */
  contacts: ReadonlyMap<number, Json>
  /** Reported contacts, by contact and provider. */
  reportedContacts: Set<string>
  /** The conversation that stays open, by contact and provider. */
  openOf: ReadonlyMap<string, number>
}

export const contactKey = (contactId: number, providerId: string): string => `${contactId} ${providerId}`

/** Reports a contact once, however many conversations it has. */
export function reportContact(
  { report, reportedContacts }: ImportRun,
  key: string,
  outcome: 'imported' | 'known',
): void {
  if (reportedContacts.has(key)) return
  reportedContacts.add(key)
  report[outcome]('contacts')
}

export const providerOf = (options: ChatwootImportOptions, inboxId: number): string =>
  options.providers.get(inboxId) ?? options.defaultProviderId
