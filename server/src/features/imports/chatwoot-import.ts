import { AppError } from '../../core/app-error.ts'
import { timestamp } from '../../core/clock.ts'
import { importAgents } from './chatwoot-agents.ts'
import { mapConversation } from './chatwoot-conversations.ts'
import { importConversation } from './chatwoot-conversation-import.ts'
import { ensureCustomer, previewCustomer } from './chatwoot-customers.ts'
import { exportFiles, type ChatwootExport } from './chatwoot-export.ts'
import { cannedReplyOf, labelOf } from './chatwoot-settings.ts'
import { idOf, type Json } from './chatwoot-values.ts'
import type { ImportReport } from './import-report.ts'
import { contactKey, providerOf, type ChatwootImportOptions, type ImportRun } from './chatwoot-run.ts'
import { createLabelBook } from './label-book.ts'
import type { ImportPorts } from './ports.ts'

/**
 * Imports an export. Each conversation is one transaction with the record that it was imported, so a run that was killed is continued
 * by the next one. What cannot be imported is reported and does not stop the import.
 */
export async function importChatwoot(
  ports: ImportPorts,
  source: ChatwootExport,
  options: ChatwootImportOptions,
): Promise<void> {
  const { report } = options
  const scope = { organizationId: options.organizationId, source: source.source }
  const lists = await readLists(source, report)
  const ids = await source.conversationIds()
  const overview = await overviewOf(source, ids, options, ports.now())
  const run: ImportRun = {
    ...options,
    ports,
    scope,
    source,
    agents: await importAgents(ports, scope, lists.agents),
    labels: await createLabelBook(ports, options, report),
    contacts: lists.contacts,
    reportedContacts: new Set(),
    openOf: overview.openOf,
  }
  for (const raw of lists.labels) {
    const label = labelOf(raw)
    if (label === null) report.leftOut('labels', idOf(raw['id']) ?? '?', 'no name')
    else await run.labels.ensure(label)
  }
  await importReplies(run, lists.replies)
  for (const [index, id] of ids.entries()) {
    await importConversation(run, id)
    options.onProgress?.(index + 1, ids.length)
  }
  await importOtherContacts(run, overview.withConversation)
  if (!run.dryRun) await ports.updateSla(run.organizationId)
}

async function readLists(source: ChatwootExport, report: ImportReport) {
  const list = async (
    file: string,
    kind: 'labels' | 'canned_replies' | 'contacts' | null,
  ): Promise<Json[]> => {
    const found = await source.list(file)
    if ('value' in found) return found.value
    if (kind !== null) report.leftOut(kind, file, found.broken)
    return []
  }
  const contacts = new Map<number, Json>()
  for (const page of await source.contactPages())
    for (const contact of await list(page, 'contacts')) {
      const id = idOf(contact['id'])
      if (id === undefined) report.leftOut('contacts', '?', 'no id')
      else contacts.set(id, contact)
    }
  return {
    agents: await list(exportFiles.agents, null),
    labels: await list(exportFiles.labels, 'labels'),
    replies: await list(exportFiles.cannedResponses, 'canned_replies'),
    contacts,
  }
}

/** Reads all conversations once: of several open ones of a contact, only the newest can stay open. */
async function overviewOf(
  source: ChatwootExport,
  ids: number[],
  options: ChatwootImportOptions,
  now: number,
): Promise<{ openOf: Map<string, number>; withConversation: Set<number> }> {
  const openOf = new Map<string, number>()
  const withConversation = new Set<number>()
  for (const id of ids) {
    const found = await source.conversation(id)
    const mapped = 'value' in found ? mapConversation(found.value, now) : found
    if (!('contact' in mapped) || mapped.id !== id) continue
    withConversation.add(mapped.contact.id)
    if (mapped.status === 'open')
      openOf.set(contactKey(mapped.contact.id, providerOf(options, mapped.inboxId)), id)
  }
  return { openOf, withConversation }
}

async function importReplies({ ports, report, ...run }: ImportRun, replies: Json[]): Promise<void> {
  let isFull = false
  const create: (reply: { shortcut: string; content: string }) => unknown = run.dryRun
    ? await ports.previewCannedReplies(run.organizationId)
    : (reply) => ports.createCannedReply(run.organizationId, reply)
  for (const raw of replies) {
    const id = idOf(raw['id']) ?? '?'
    if (isFull) {
      // A transaction for each of thousands would take minutes.
      report.leftOut('canned_replies', id, 'canned_reply_limit')
      continue
    }
    const reply = cannedReplyOf(raw)
    if (reply === null) {
      report.leftOut('canned_replies', id, 'no text, too long, or no usable short code')
      continue
    }
    try {
      await create(reply)
      report.imported('canned_replies')
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'canned_reply_shortcut_taken') report.known('canned_replies')
      else report.leftOut('canned_replies', id, error.code)
      isFull = error.code === 'canned_reply_limit'
    }
  }
}

const contactsPerTransaction = 100

/** Contacts who never wrote. */
async function importOtherContacts(run: ImportRun, withConversation: ReadonlySet<number>): Promise<void> {
  const rest = [...run.contacts].filter(([id]) => !withConversation.has(id))
  const fallbackTime = timestamp(run.ports.now())
  for (let from = 0; from < rest.length; from += contactsPerTransaction) {
    const page = rest.slice(from, from + contactsPerTransaction)
    if (run.dryRun) {
      for (const [id] of page) await previewCustomer(run, id, run.defaultProviderId)
      continue
    }
    const outcomes = await run.ports.db.transaction().execute(async (trx) => {
      const outcomes = []
      for (const [id, contact] of page)
        outcomes.push(
          await ensureCustomer(run, trx, {
            id,
            contact,
            providerId: run.defaultProviderId,
            fallbackTime,
          }),
        )
      return outcomes
    })
    for (const outcome of outcomes) outcome.report()
  }
}
