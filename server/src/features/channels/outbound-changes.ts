import type { MediaRecord } from '@parley/protocol/media'
import type { MessageDelivery } from '@parley/protocol/message-delivery'
import type { SenderType } from '@parley/protocol/sender'
import type { Database } from '../../core/database.ts'
import type { ChannelAccount, ChannelAdapter, OutboundPart, SendOutcome } from './adapter.ts'
import type { Lease } from './contact-worker.ts'
import type { OpenFile } from './outbound-files.ts'
import type { OutboundRow } from './outbox-store.ts'
import { deleteRef, insertRefs, refsOfMessage, setRefKind, type Ref } from './ref-store.ts'

export interface StoredMessage {
  id: string
  content: string
  media: MediaRecord[]
  reply_to_id: string | null
  conversation_id: string
  sender_type: SenderType
  /** An API client wrote it in the name of an agent. */
  by_api: boolean
  delivery: MessageDelivery | null
  deleted_at: string | null
}

export interface Connection {
  account: ChannelAccount
  adapter: ChannelAdapter
  lease: Lease
}

/** `unreadable`: not sent, because the storage did not deliver a file. */
export type Attempted = SendOutcome | { outcome: 'unreadable' }

/** `stopped`: this process ends, or another one has the contact and handles the same entry. */
export type Result = Attempted | { outcome: 'stopped' }

/** Edits and deletes messages on the platform. */
export function createChanges(deps: { db: Database; openFile: OpenFile }) {
  const { db } = deps

  /** Edits the parts that have text; adds parts if the text has become longer, and deletes those no longer needed. */
  async function edit(
    row: OutboundRow,
    message: StoredMessage,
    connection: Connection,
    refs: Ref[],
  ): Promise<Result> {
    const { account, adapter, lease } = connection
    const texts = refs.filter(({ kind }) => kind !== 'file')
    const parts = planOf(adapter, message, refs).flatMap((part) => (part.kind === 'file' ? [] : [part]))
    // A file without text can get a caption.
    const targets = parts[0]?.kind === 'caption' ? refs : texts
    for (const [index, part] of parts.entries()) {
      const ref = targets[index]
      const changed = ref ? await changeText(connection, ref, part.text) : await addPart(part, index)
      if (changed.outcome !== 'done') return changed
    }
    for (const ref of targets.slice(parts.length)) {
      const removed = await (ref.kind === 'caption'
        ? changeText(connection, ref, '')
        : withdraw(connection, ref))
      if (removed.outcome !== 'done') return removed
    }
    return done

    async function addPart(part: OutboundPart, index: number): Promise<Result> {
      const added = await adapter.send(account, {
        ...idsFor(row, message),
        part,
        replyTo: null,
        openFile: deps.openFile,
      })
      if (added.outcome === 'done' && added.externalId !== null) {
        await insertRefs(db, [
          { ...refOf(row), external_id: added.externalId, part: firstAddedPart + index, kind: part.kind },
        ])
      }
      return confirmed(lease, added)
    }
  }

  async function changeText({ account, adapter, lease }: Connection, ref: Ref, text: string) {
    const changed = await adapter.edit(account, { ...placeOf(ref), text })
    if (changed.outcome === 'done' && ref.kind !== 'text')
      await setRefKind(db, ref, text === '' ? 'file' : 'caption')
    return confirmed(lease, changed)
  }

  async function withdraw({ account, adapter, lease }: Connection, ref: Ref): Promise<Result> {
    const removed = await adapter.remove(account, placeOf(ref))
    if (removed.outcome === 'done') await deleteRef(db, ref)
    return confirmed(lease, removed)
  }

  return {
    edit,
    async remove(row: OutboundRow, connection: Connection): Promise<Result> {
      for (const ref of await refsOfMessage(db, row.message_id)) {
        const removed = await withdraw(connection, ref)
        if (removed.outcome !== 'done') return removed
      }
      return done
    },
  }
}

/** A message of the platform that has a file. */
export const isFile = ({ kind }: Pick<Ref, 'kind'>): boolean => kind === 'file' || kind === 'caption'

/** The parts of a message. Text that was sent in messages of its own stays there. */
export function planOf(
  adapter: ChannelAdapter,
  { content, media }: StoredMessage,
  refs: Ref[],
): OutboundPart[] {
  if (!refs.some(({ kind }) => kind === 'text')) return adapter.plan({ content, media })
  return [
    ...adapter.plan({ content, media: [] }),
    ...media.map((one) => ({ kind: 'file' as const, media: one })),
  ]
}

/** Index of the part with which sending continues. Derived from the references, which an edit of the plan does not outdate: files are the last parts. */
export function firstUnsent(
  { parts }: Pick<OutboundRow, 'parts'>,
  plan: OutboundPart[],
  refs: Ref[],
): number {
  // The reference of a mail remains when it bounces.
  if (plan[0]?.kind === 'whole') return parts
  const texts = plan.filter(({ kind }) => kind === 'text').length
  const files = refs.filter(isFile).length
  return files > 0 ? texts + files : Math.min(refs.length, texts)
}

/** After each request: it may have taken longer than the lease. */
export const confirmed = async (lease: Lease, outcome: Attempted): Promise<Result> =>
  (await lease.renew()) ? outcome : { outcome: 'stopped' }

const done: SendOutcome = { outcome: 'done', externalId: null }

/** Parts that an edit has added come after those of the message. */
const firstAddedPart = 100

export const idsFor = (row: OutboundRow, message: StoredMessage) => ({
  contact: row.contact,
  customerId: row.customer_id,
  conversationId: message.conversation_id,
  messageId: row.message_id,
  automatic: message.sender_type !== 'agent',
  byApi: message.by_api,
})

export const refOf = (row: OutboundRow) => ({
  provider_id: row.provider_id,
  contact: row.contact,
  customer_id: row.customer_id,
  message_id: row.message_id,
})

const placeOf = ({ contact, external_id: externalId, kind }: Ref) => ({ contact, externalId, kind })
