import { createChat, type Chat } from './chat.ts'
import type { Connection } from '../connection/connection.ts'
import { createOutbox, type Outbox } from '../sending/outbox.ts'
import type { OutboxStorage } from '../sending/outbox-storage.ts'
import type { Platform } from '../browser/platform.ts'
import type { CreateUploader, UploaderOptions } from '../sending/upload.ts'

/** The visitor of this browser's key, or a member: `<auth_provider> <id>`. */
export type Identity = 'visitor' | `${string} ${string}`

export interface IdentitySessionOptions {
  platform: Platform
  connection: Pick<Connection, 'request' | 'notify'>
  /** Whether the connection is ready and authenticated as this session's identity. */
  isLive: (session: IdentitySession) => boolean
  uploadOrigin: string
  /** Called on the first upload. The upload engine is a separate chunk. */
  createUploader: CreateUploader
}

/**
 * One identity's timeline, receipts, typing and unsent messages on this page. Sessions share the socket; only the
 * session whose identity the socket has proved may send, so that a visitor's message is never sent as a member's or
 * the other way round.
 */
export interface IdentitySession {
  /** null: not known yet. */
  identity: Identity | null
  chat: Chat
  outbox: Outbox
  /** Fails once the socket belongs to another identity. */
  request: Connection['request']
  /** Loads unsent messages of earlier pages. Nothing is sent before. null: the browser has no storage. */
  attach: (storage: OutboxStorage | null) => Promise<void>
  close: () => void
}

export function createIdentitySession(options: IdentitySessionOptions): IdentitySession {
  const { platform, connection } = options
  const isLive = () => options.isLive(session)
  let attached = false
  // Checked at the moment of sending, because the identity may have changed since the decision to send.
  const guarded: Pick<Connection, 'request' | 'notify'> = {
    request: async (...request) =>
      isLive() ? connection.request(...request) : { ok: false, code: 'disconnected' },
    notify(...notification) {
      if (isLive()) connection.notify(...notification)
    },
  }
  const uploadOptions: UploaderOptions = {
    origin: options.uploadOrigin,
    requestTicket: (params) => guarded.request('media.ticket', params),
  }
  let upload: ReturnType<CreateUploader> | undefined
  const outbox = createOutbox({
    platform,
    isReady: () => attached && isLive(),
    send: (params) => guarded.request('message.send', params),
    isShown: isLive,
  })
  const chat = createChat({
    platform,
    side: 'customer',
    customerId: null,
    connection: guarded,
    outbox,
    upload: (...file) => (upload ??= options.createUploader(uploadOptions))(...file),
    onEntries: () => {},
  })
  const session: IdentitySession = {
    identity: null,
    chat,
    outbox,
    request: guarded.request,
    async attach(storage) {
      if (storage) await outbox.attach(storage)
      attached = true
      await outbox.flush()
    },
    close() {
      chat.close()
      outbox.close()
    },
  }
  return session
}
