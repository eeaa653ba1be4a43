import type { MediaRecord } from '@parley/protocol/media'
import { maxConversationLabels, type Label } from '@parley/protocol/label'
import type { Transaction } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import type {
  ImportedConversation,
  ImportedItem,
  ImportedSender,
  OpenRival,
} from '../../core/imported-history.ts'
import { fileOwner, storeAttachments, type StoredAttachments } from './chatwoot-attachments.ts'
import { mapConversation, type ChatwootConversation } from './chatwoot-conversations.ts'
import { ensureCustomer, previewCustomer } from './chatwoot-customers.ts'
import { contactKey, providerOf, type ImportRun } from './chatwoot-run.ts'
import { mapMessages, partsOf, type ChatwootMessage, type MappedMessages } from './chatwoot-messages.ts'
import { findImported, recordImported } from './import-store.ts'

/** Imports one conversation with its contact, in one transaction. */
export async function importConversation(run: ImportRun, id: number): Promise<void> {
  const { source, ports, report, scope } = run
  const now = ports.now()
  const found = await source.conversation(id)
  const mapped = 'value' in found ? mapConversation(found.value, now) : { reason: found.broken }
  if ('reason' in mapped) return report.leftOut('conversations', id, mapped.reason)
  if (mapped.id !== id) return report.leftOut('conversations', id, 'the file has another conversation')
  if ((await findImported(ports.db, scope, 'conversation', String(id))) !== undefined)
    return report.known('conversations')
  const mappedMessages = mapMessages('value' in found ? found.value.messages : [], { ...mapped, now })
  const providerId = providerOf(run, mapped.inboxId)
  const files = await storeAttachments(run, mappedMessages.messages, providerId)
  const labels = await labelsOf(run, mapped)
  if (run.dryRun) {
    const customerId = await previewCustomer(run, mapped.contact.id, providerId)
    const rival =
      customerId === undefined || !staysOpen(run, mapped, providerId)
        ? null
        : await ports.previewRival(customerId, mapped.startedAt)
    reportRival(run, mapped, rival, providerId)
    return reportConversation(run, id, mappedMessages, files)
  }
  const outcome = await ports.db
    .transaction()
    .execute((trx) => write(run, trx, { conversation: mapped, mappedMessages, providerId, files, labels }))
  if (outcome === null) return report.known('conversations')
  outcome.reportCustomer()
  for (const mediaId of outcome.unattached)
    report.leftOut('attachments', files.idOf(mediaId) ?? mediaId, 'it belongs to another conversation')
  reportRival(run, mapped, outcome.rival, providerId)
  reportConversation(run, id, mappedMessages, files)
}

/** Of several open conversations of a customer in the export, only the newest stays open. */
const staysOpen = (run: ImportRun, { id, contact, status }: ChatwootConversation, providerId: string) =>
  status === 'open' && !run.closeOpen && run.openOf.get(contactKey(contact.id, providerId)) === id

const rivalReasons: Record<OpenRival, string> = {
  newer: 'closed, because the customer has a newer open one',
  changed: 'closed, because the customer has an older open one, which was changed after its import',
  stale: 'open, and the older open one of the customer, which was imported before, was closed',
}

function reportRival(
  run: ImportRun,
  conversation: ChatwootConversation,
  found: OpenRival | null,
  providerId: string,
): void {
  const isOlder =
    conversation.status === 'open' && !run.closeOpen && !staysOpen(run, conversation, providerId)
  const rival = isOlder ? 'newer' : found
  if (rival !== null) run.report.changed('conversations', conversation.id, rivalReasons[rival])
}

function reportConversation(
  { report }: ImportRun,
  id: number,
  mapped: MappedMessages,
  files: StoredAttachments,
): void {
  report.imported('conversations')
  report.importedConversations.add(String(id))
  const notes = mapped.messages.filter(({ isNote }) => isNote).length
  report.imported('notes', notes)
  report.imported('messages', mapped.messages.length - notes)
  for (const item of mapped.leftOut) report.leftOut('messages', `${id}/${item.id}`, item.reason)
  for (const item of mapped.changed) report.changed('messages', `${id}/${item.id}`, item.reason)
  files.report()
}

async function labelsOf(run: ImportRun, { id, labels: names }: ChatwootConversation): Promise<Label[]> {
  const labels = new Map<string, Label>()
  for (const name of names) {
    const label = await run.labels.ensure({ name, colour: 'grey' })
    if (label !== undefined) labels.set(label.id, label)
  }
  if (labels.size > maxConversationLabels)
    run.report.changed('conversations', id, `more than ${maxConversationLabels} labels`)
  return [...labels.values()].slice(0, maxConversationLabels)
}

interface Planned {
  conversation: ChatwootConversation
  mappedMessages: MappedMessages
  providerId: string
  files: StoredAttachments
  labels: Label[]
}

interface Written {
  reportCustomer: () => void
  rival: OpenRival | null
  /** Media ids of files that could not be attached. */
  unattached: string[]
}

/** null: another import was faster. */
async function write(
  run: ImportRun,
  trx: Transaction,
  { conversation, mappedMessages, providerId, files, labels }: Planned,
): Promise<Written | null> {
  const { ports, scope } = run
  const { organizationId } = scope
  const conversationId = newId()
  const item = { kind: 'conversation', key: String(conversation.id), itemId: conversationId }
  if (!(await recordImported(trx, scope, item))) return null
  const { id: contactId } = conversation.contact
  const { customerId, report: reportCustomer } = await ensureCustomer(run, trx, {
    id: contactId,
    contact: run.contacts.get(contactId) ?? conversation.contact,
    providerId,
    fallbackTime: conversation.startedAt,
  })
  const attachedHere = new Set<string>()
  const unattached: string[] = []
  const attach = async (messageId: string, mediaIds: string[]): Promise<MediaRecord[]> => {
    const records: MediaRecord[] = []
    for (const mediaId of mediaIds) {
      const upload = { mediaIds: [mediaId], owner: fileOwner, organizationId, customerId, messageId }
      const attached = await ports.attachFiles(trx, upload)
      if (attached !== 'media_unknown') {
        attachedHere.add(mediaId)
        records.push(...attached)
      } else if (!attachedHere.has(mediaId)) unattached.push(mediaId)
      // Otherwise the export names one file in two messages: it stays with the first.
    }
    return records
  }
  const items = await itemsOf(run, mappedMessages.messages, files, attach)
  const lastAt = timeOf(items.at(-1)) ?? conversation.startedAt
  const isOpen = staysOpen(run, conversation, providerId)
  const agent = conversation.assigneeId === null ? undefined : run.agents.member(conversation.assigneeId)
  // A removal either comes first and is seen here, or waits and then releases the conversation.
  const isActive =
    agent !== undefined && (await ports.holdActive(trx, organizationId, [agent.id])).includes(agent.id)
  const written = await ports.writeConversation(trx, {
    id: conversationId,
    organizationId,
    customerId,
    providerId,
    startedAt: conversation.startedAt,
    closedAt: isOpen ? null : later(conversation.lastActivityAt, lastAt),
    agent: isActive ? agent : null,
    labels: labels.map(({ id, name, colour }) => ({ id, name, colour })),
    priority: conversation.priority,
    snooze: conversation.snoozedUntil === undefined ? null : { until: conversation.snoozedUntil },
    items,
  } satisfies ImportedConversation)
  for (const { note, seq } of written.notes)
    await ports.insertNote(trx, { organizationId, customerId, conversationId, seq }, note)
  return { reportCustomer, rival: written.rival, unattached }
}

const later = (a: string, b: string): string => (a > b ? a : b)

const timeOf = (item: ImportedItem | undefined): string | undefined =>
  item?.type === 'message' ? item.message.createdAt : item?.note.created_at

/** A text that is too long becomes several messages with the same time. */
async function itemsOf(
  run: ImportRun,
  messages: ChatwootMessage[],
  files: StoredAttachments,
  attach: (messageId: string, mediaIds: string[]) => Promise<MediaRecord[]>,
): Promise<ImportedItem[]> {
  const items: ImportedItem[] = []
  const idOfFirst = new Map<number, string>()
  for (const message of messages) {
    const text = [message.content, ...files.linesOf(message)].filter((line) => line !== '').join('\n')
    const replyToId = message.replyTo === null ? null : (idOfFirst.get(message.replyTo) ?? null)
    for (const [index, part] of partsOf(text, files.filesOf(message)).entries()) {
      const id = newId()
      if (index === 0 && !message.isNote) idOfFirst.set(message.id, id)
      const media = await attach(id, part.attachments)
      items.push(
        itemOf(run, message, { id, content: part.content, media, replyToId: index === 0 ? replyToId : null }),
      )
    }
  }
  return items
}

function itemOf(
  run: ImportRun,
  { sender, isNote, createdAt }: ChatwootMessage,
  {
    id,
    content,
    media,
    replyToId,
  }: { id: string; content: string; media: MediaRecord[]; replyToId: string | null },
): ImportedItem {
  const clientId = newId()
  if (!isNote) {
    const from = senderOf(run, sender)
    return { type: 'message', message: { id, clientId, sender: from, content, replyToId, media, createdAt } }
  }
  // A note without an author was written by Chatwoot's automation.
  const author =
    'id' in sender
      ? run.agents.face(sender.type, sender.id, sender.name)
      : run.agents.face('ai_agent', 0, 'Chatwoot')
  return {
    type: 'note',
    note: {
      id,
      author,
      content,
      mentions: [],
      media,
      client_id: clientId,
      created_at: createdAt,
      edited_at: null,
      deleted_at: null,
    },
  }
}

const senderOf = ({ agents }: ImportRun, sender: ChatwootMessage['sender']): ImportedSender =>
  'id' in sender
    ? { type: sender.type, face: agents.face(sender.type, sender.id, sender.name) }
    : { type: sender.type }
