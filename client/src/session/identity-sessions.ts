import type { ConnectResult } from '@parley/protocol/session'
import type { ChatPowers } from './chat.ts'
import type { OutboxStorage } from '../sending/outbox-storage.ts'
import { createRoom, type Room, type RoomOptions, type Who } from './identity-session.ts'
import { createShownRoom } from './chat-proxy.ts'
import { createStore, type Store } from '../state/store.ts'
import type { Place } from '../identity/authentication.ts'

export interface WidgetRoomsOptions extends Omit<RoomOptions, 'isLive'> {
  isReady: () => boolean
  /** Where the unsent messages of somebody are kept; null: nowhere. */
  storageOf: (who: Who) => Promise<OutboxStorage | null>
}

/** The rooms of those who chat on this page, one of them shown, and that one live while the socket is theirs. */
export interface WidgetRooms {
  /** Of the shown room. */
  powers: ChatPowers
  /** Whose room is shown; null: not known yet. What is written then belongs to whoever it turns out to be. */
  who: Store<Who | null>
  live: () => Room | null
  /** Shows somebody's room, at once, whether or not the socket is theirs. */
  show: (who: Who) => void
  /** The socket is this one's now. */
  enter: (who: Who, result: ConnectResult) => void
  /** The socket is nobody's of us, until the next `enter`. */
  leave: () => void
  /** How far somebody's log is known, to go on from there. */
  placeOf: (who: Who | null) => Place | null
  /** Throws away what could not be sent from the shown room. */
  discardFailed: () => void
  close: () => void
}

export function createWidgetRooms(options: WidgetRoomsOptions): WidgetRooms {
  const rooms = new Map<Who, Room>()
  const who = createStore<Who | null>(null)
  let live: Room | null = null
  const make = () => createRoom({ ...options, isLive: (room) => live === room && options.isReady() })
  let shown = make()
  const view = createShownRoom(shown.chat.powers)

  function claim(room: Room, by: Who) {
    room.who = by
    rooms.set(by, room)
    // A browser without keys has no storage either; the connection says what is wrong with it.
    void options.storageOf(by).then(room.attach, () => {})
  }

  function show(next: Who) {
    if (shown.who === null) {
      claim(shown, next)
    } else if (shown.who !== next) {
      const before = shown
      const known = rooms.get(next)
      shown = known ?? make()
      if (!known) claim(shown, next)
      // First whose it is: what the timeline turns to then is no news of the one before.
      who.set(next)
      view.turnTo(shown.chat.powers)
      // Somebody else may sit here now: of a member nothing stays in the page.
      if (before.who !== 'visitor' && before.who !== null) {
        rooms.delete(before.who)
        before.close()
      }
    }
    who.set(next)
  }

  function leave() {
    live?.chat.suspend()
    live = null
  }

  return {
    powers: view.powers,
    who,
    live: () => live,
    show,
    enter(next, { customer_id, seq, blocked, conversation, receipts, start }) {
      show(next)
      live = shown
      const { chat, outbox } = shown
      if (start.mode === 'resume') {
        chat.resume({ receipts, conversation, blocked })
      } else {
        chat.start({ ...start, customerId: customer_id, seq, receipts, conversation, blocked })
      }
      void outbox.flush()
    },
    leave,
    placeOf(whose) {
      const room = whose === shown.who ? shown : whose && rooms.get(whose)
      const customer_id = room?.chat.powers.timeline.get().customerId
      const seq = room?.chat.position()
      return customer_id && seq !== null && seq !== undefined ? { seq, customer_id } : null
    },
    discardFailed() {
      for (const { client_id, state } of shown.outbox.messages.get()) {
        if (state.name === 'failed') shown.outbox.discard(client_id)
      }
    },
    close() {
      leave()
      view.close()
      for (const room of new Set([shown, ...rooms.values()])) room.close()
    },
  }
}
