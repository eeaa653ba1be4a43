import { createChat, type Chat } from './chat.ts'
import type { Connection } from '../connection/connection.ts'
import { createOutbox, type Outbox } from '../sending/outbox.ts'
import type { OutboxStorage } from '../sending/outbox-storage.ts'
import type { Platform } from '../browser/platform.ts'
import { createUploader, type UploaderOptions } from '../sending/upload.ts'

/**
 * Who chats, among those who may on this page: the visitor of this browser's key, or a member, told apart by
 * `<auth_provider> <their id>`. null: it is not known yet.
 */
export type Who = 'visitor' | `${string} ${string}`

export interface RoomOptions {
  platform: Platform
  connection: Pick<Connection, 'request' | 'notify'>
  /** Whether the connection is ready and this room's. */
  isLive: (room: Room) => boolean
  uploads: Omit<UploaderOptions, 'requestTicket'>
}

/**
 * What one identity has on this page: timeline, receipts, typing, unsent messages. Rooms share the socket, and
 * only the one whose identity the socket proved says anything on it: what a visitor wrote is never sent as a
 * member, nor the other way round.
 */
export interface Room {
  who: Who | null
  chat: Chat
  outbox: Outbox
  /** Brings what earlier pages left unsent; nothing is sent before. null: the browser keeps nothing. */
  attach: (storage: OutboxStorage | null) => Promise<void>
  close: () => void
}

export function createRoom({ platform, connection, isLive, uploads }: RoomOptions): Room {
  const live = () => isLive(room)
  let attached = false
  // Asked at the moment of speaking: between a decision to send and the sending somebody may have signed in.
  const guarded: Pick<Connection, 'request' | 'notify'> = {
    request: async (...request) =>
      live() ? connection.request(...request) : { ok: false, code: 'disconnected' },
    notify(...words) {
      if (live()) connection.notify(...words)
    },
  }
  const outbox = createOutbox({
    platform,
    isReady: () => attached && live(),
    send: (params) => guarded.request('message.send', params),
    isShown: live,
  })
  const chat = createChat({
    platform,
    side: 'customer',
    customerId: null,
    connection: guarded,
    outbox,
    upload: createUploader({
      ...uploads,
      requestTicket: (params) => guarded.request('media.ticket', params),
    }),
    onEntries: () => {},
  })
  const room: Room = {
    who: null,
    chat,
    outbox,
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
  return room
}
