import type { Media, MediaRecord, MediaTicket } from '@parley/protocol/media'
import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { AppError } from '../../core/app-error.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import type { RateLimits } from '../../core/rate-limits.ts'
import type { Secrets } from '../../core/secrets.ts'
import { createSignedLinks, type LinkVerdict } from '../../core/signed-links.ts'
import { isExecutableName } from './executable.ts'
import { cleanFileName } from './file-name.ts'
import type { ByteRange, FileStorage } from '../../core/storage/file-storage.ts'
import { removeFiles } from '../../core/storage/removals.ts'
import { attachUploads, mediaRecord } from './attach-uploads.ts'
import {
  deleteAttached,
  findAttached,
  findMedia,
  insertMedia,
  releaseRows,
  type MediaRow,
} from './media-store.ts'
import { dayOf } from './media-sweep.ts'
import { openTicket, sealTicket, ticketLifetimeSeconds } from './upload-ticket.ts'
import { createUploadAllowance } from './upload-allowance.ts'
import { receiveUpload } from './upload.ts'

export interface MediaDeps {
  db: Database
  storage: FileStorage
  secrets: Secrets
  clock: Clock
  /** Public base URL without a trailing slash. */
  baseUrl: string
  rateLimits: RateLimits
  maxBytes: number
  onStored: (bytes: number) => void
  /** Whether the owner of an upload is an anonymous visitor, whose uploads are limited per network. */
  isAnonymous: (owner: string) => boolean
  /** Returns false if this owner may not send messages to this customer, who is blocked or has closed the account. */
  mayUpload: (upload: {
    owner: string
    organizationId: string
    customerId: string | null
  }) => Promise<boolean>
}

/** Spec 2.3. */
const linkLifetimeSeconds = 3600

export type MediaFeature = ReturnType<typeof createMedia>

export function createMedia(deps: MediaDeps) {
  const { db, storage, secrets, clock, baseUrl } = deps
  const signedLinks = createSignedLinks(secrets)
  const allowance = createUploadAllowance(deps)

  /** @throws AppError customer_blocked (SPEC S6) */
  async function requireMayUpload(upload: Parameters<MediaDeps['mayUpload']>[0]): Promise<void> {
    if (!(await deps.mayUpload(upload))) throw new AppError('customer_blocked')
  }

  /**
   * @param upload.owner identifies who may attach the file, opaque to this feature
   * @param upload.providerId null for attachments of canned replies
   * @param upload.customerId null for a visitor without a message, and for attachments of canned replies
   * @throws AppError media_too_large, media_type_not_allowed for names of executables
   */
  function createTicket(upload: {
    owner: string
    organizationId: string
    providerId: string | null
    customerId: string | null
    name: string
    size: number
  }): MediaTicket {
    if (upload.size > deps.maxBytes)
      throw new AppError('media_too_large', { detail: `The limit is ${deps.maxBytes} bytes.` })
    const name = cleanFileName(upload.name)
    if (isExecutableName(name)) throw new AppError('media_type_not_allowed')
    const id = newId()
    const ticket = sealTicket(secrets, {
      id,
      organization_id: upload.organizationId,
      provider_id: upload.providerId,
      customer_id: upload.customerId,
      owner: upload.owner,
      name,
      size: upload.size,
      expires: Math.floor(clock() / 1000) + ticketLifetimeSeconds,
    })
    return {
      media_id: id,
      upload_url: `${baseUrl}/v1/public/media/${id}`,
      ticket,
      expires_in: ticketLifetimeSeconds,
    }
  }

  /**
   * Receives the content for a ticket. Idempotent: a repeated upload returns the same Media.
   * @param announced Content-Length
   * @param address IP address of the sender
   * @throws AppError link_invalid, link_expired, customer_blocked if blocked since the ticket, upload_done if it was already sent
   * in a message, rate_limited, and the errors of `receiveUpload`
   */
  async function receive(
    mediaId: string,
    sealedTicket: string,
    body: Readable,
    announced: number | null,
    address: string,
  ): Promise<{ media: Media; created: boolean }> {
    const now = clock()
    const ticket = openTicket(secrets, sealedTicket, mediaId, now)
    if (announced !== null && announced !== ticket.size) throw new AppError('media_size_mismatch')
    const known = await findMedia(db, ticket.id)
    if (known) return repeated(known)
    await requireMayUpload({
      owner: ticket.owner,
      organizationId: ticket.organization_id,
      customerId: ticket.customer_id,
    })
    const isLimited = deps.isAnonymous(ticket.owner)
    const retryAfter = isLimited ? allowance.take(address, ticket.size) : 0
    if (retryAfter > 0) throw new AppError('rate_limited', { retryAfter })

    const key = `${dayOf(now)}/${ticket.id}.${randomBytes(6).toString('hex')}`
    let received = 0
    const content = await receiveUpload({
      body,
      size: ticket.size,
      onReceived: (bytes) => {
        received += bytes
      },
      write: (source) => storage.write(key, source, ticket.size),
    }).catch((error: unknown) => {
      if (isLimited) allowance.refund(address, ticket.size - received)
      throw error
    })
    const { expires: _, ...fields } = ticket
    const row: MediaRow = {
      ...fields,
      ...content,
      message_id: null,
      storage_key: key,
      created_at: timestamp(clock()),
    }
    // When this throws, the row may still be committed: the file is left to the sweep.
    if (await insertMedia(db, row)) {
      deps.onStored(row.size)
      return { media: withLink(mediaRecord(row)), created: true }
    }
    // A concurrent repeat is not refunded: its bytes were received, and stored until now.
    await storage.remove(key)
    const first = await findMedia(db, ticket.id)
    if (!first) throw new AppError('not_found')
    return repeated(first)
  }

  function repeated(row: MediaRow): { media: Media; created: false } {
    if (row.message_id !== null) throw new AppError('upload_done')
    return { media: withLink(mediaRecord(row)), created: false }
  }

  /** Verifies a signed link. Does not check that the file exists. */
  function verifyLink(
    mediaId: string,
    name: string,
    query: { _expiration?: unknown; _hash?: unknown },
  ): { verdict: LinkVerdict; secondsLeft: number } {
    const now = clock()
    const verdict = signedLinks.verify(pathOf(mediaId, name), query, now)
    return { verdict, secondsLeft: Math.max(0, Number(query._expiration) - Math.floor(now / 1000)) }
  }

  function withLink(record: MediaRecord): Media {
    const expires = Math.floor(clock() / 1000) + linkLifetimeSeconds
    return { ...record, url: baseUrl + signedLinks.sign(pathOf(record.id, record.name), expires) }
  }

  /** Adds a link to each record, valid for one hour from now (spec 2.3). */
  const withLinks = (records: MediaRecord[]): Media[] => records.map(withLink)

  /** Returns new links for files that were sent in this customer's conversations. Other ids are omitted. */
  async function links(organizationId: string, customerId: string, ids: string[]): Promise<Media[]> {
    if (ids.length === 0) return []
    const rows = await findAttached(db, organizationId, customerId, ids)
    return withLinks(rows.map(mediaRecord))
  }

  /**
   * Removes the attachments of a message in its transaction: links stop working at the commit. The returned function removes the
   * files; the sweep removes those that it could not.
   */
  async function remove(
    tx: Transaction,
    messageId: string,
    mediaIds: string[],
  ): Promise<() => Promise<void>> {
    const keys = await deleteAttached(tx, messageId, mediaIds, timestamp(clock()))
    return () => removeFiles(deps, keys)
  }

  return {
    maxBytes: deps.maxBytes,
    requireMayUpload,
    createTicket,
    receive,
    verifyLink,
    find: (mediaId: string) => findMedia(db, mediaId),
    read: (row: MediaRow, range?: ByteRange) => storage.read(row.storage_key, range),
    attach: attachUploads,
    remove,
    release: releaseRows,
    withLinks,
    links,
  }
}

/** The signed path. Built from its parts, independent of how the client encoded its URL. */
const pathOf = (mediaId: string, name: string) => `/v1/public/media/${mediaId}/${encodeURIComponent(name)}`
