import { v5 } from 'uuid'
import type { Database } from '../../core/database.ts'
import type { InboundFile, InboundMessage } from './adapter.ts'
import type { ClaimedContact } from './contact-store.ts'
import { isNotice } from './inbound-files.ts'
import { withNotices } from './notices.ts'
import { findRef, refsOfMessage, setRefKind, type Ref } from './ref-store.ts'

/** Same for the same message of a platform, so that a repeat is recognized. */
export const namespace = '0199f3a2-5b7c-7d4e-8a10-4c6f6d2b9e01'

/** Of a message of this contact; `externalId` is the one of its first part. */
export const originOf = ({ providerId, contact }: ClaimedContact, externalId: string): string =>
  `${providerId}:${contact}:${externalId}`

/** Id of a stored file. It differs if the contact has replaced the file. */
export const fileId = (origin: string, index: number, { uniqueId }: Pick<InboundFile, 'uniqueId'>): string =>
  v5(`${origin}:file:${index}${uniqueId === undefined ? '' : `:${uniqueId}`}`, namespace)

export interface EditDeps {
  db: Database
  messages: {
    find: (
      ...ids: [customerId: string, messageId: string]
    ) => Promise<{ content: string; media: { id: string }[] } | undefined>
    edit: (
      customer: { organizationId: string; customerId: string },
      messageId: string,
      content: string,
    ) => Promise<boolean>
  }
}

/** `replaced`: the edit brought another file, which is a message of its own. */
type Edited =
  | { outcome: 'unknown' }
  | { outcome: 'done' }
  | { outcome: 'replaced'; message: InboundMessage; origin: string }

/** Applies a contact's edit of a message, or of one of its parts. Idempotent. */
export function createReceiveEdit({ db, messages }: EditDeps) {
  return async (claimed: ClaimedContact, event: InboundMessage): Promise<Edited> => {
    const [externalId] = event.externalIds as [string]
    const found = await findRef(db, claimed.providerId, claimed.contact, externalId)
    if (!found) return { outcome: 'unknown' }
    const { customer_id: customerId, message_id: messageId } = found
    const message = await messages.find(customerId, messageId)
    if (!message) return { outcome: 'done' }
    const refs = await refsOfMessage(db, messageId)
    const content = editedContent(message.content, refs, event)
    await messages.edit(
      { organizationId: claimed.organizationId, customerId },
      messageId,
      content.toWellFormed(),
    )
    const [first, ref] = [refs[0], refs.find(({ external_id: id }) => id === externalId)]
    const [file] = event.files
    if (!first || !ref || !file) return { outcome: 'done' }
    await setRefKind(db, ref, event.text === '' ? 'file' : 'caption')
    if (isKnown(file)) return { outcome: 'done' }
    return {
      outcome: 'replaced',
      message: { ...event, externalIds: [], text: '', replyTo: externalId },
      origin: originOf(claimed, `${externalId}:file:${file.uniqueId}`),
    }

    /** A file without an id of the platform, or stored before ids were, cannot be compared. */
    function isKnown(one: InboundFile): boolean {
      if (!first || !ref || one.uniqueId === undefined) return true
      const origin = originOf(claimed, first.external_id)
      const known = new Set([fileId(origin, ref.part, one), fileId(origin, ref.part, {})])
      return (
        message?.media.some(({ id }) => known.has(id)) === true ||
        message?.content.split('\n').some((line) => isNotice(line, one.name)) === true
      )
    }
  }
}

/** Notices in place of files are kept. */
function editedContent(content: string, refs: Ref[], { externalIds, text, files }: InboundMessage): string {
  const lines = files.length === 0 ? [] : content.split('\n')
  const notices = lines.filter((line) => isNotice(line))
  const others = refs.filter(({ external_id: id, kind }) => !externalIds.includes(id) && kind !== 'file')
  const all = lines.filter((line) => !isNotice(line)).join('\n')
  // Before files without text had a kind of their own, all parts of an album were stored as captions.
  const isOnlyLine = text !== '' && !all.includes('\n') && refs.every(({ kind }) => kind === 'caption')
  if (others.length === 0 || isOnlyLine) return withNotices({ text }, notices)
  // Which of the lines belonged to the edited part is not known.
  const isUnchanged = text === '' || `\n${all}\n`.includes(`\n${text}\n`)
  return isUnchanged ? content : withNotices({ text: `${all}\n${text}` }, notices)
}
