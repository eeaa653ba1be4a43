import type { Desk } from '@parley/protocol/call-view'
import { retryUntilSettled } from '../connection/retry-until-settled.ts'
import type { FailureCode, Result } from '../connection/result.ts'
import { createStore, type Store } from '../state/store.ts'
import type { CallMediaCore } from './call-media.ts'
import type { AgentCallSession } from './call-signaling.ts'
import { watchMicrophone, type MicrophonePermission } from './microphone-permission.ts'

/** The agent's desk as this window knows it. */
export interface AgentDesk {
  /** null until the server has sent it. */
  desk: Store<Desk | null>
  permission: Store<MicrophonePermission>
  /** Asks for the microphone and releases it, unless it is `inUse` by then. Returns the permission. */
  askMicrophone: (media: CallMediaCore, inUse: () => boolean) => Promise<MicrophonePermission>
  /** Sends a request that returns the desk. Returns its error, or null. */
  request: (send: () => Promise<Result<Desk>>) => Promise<FailureCode | null>
  /** Calls `onDesk` again with the last desk. */
  repeat: () => void
  commands: DeskCommands
  close: () => void
}

export interface DeskCommands {
  setAvailability: (availability: 'available' | 'away') => Promise<FailureCode | null>
  /** Ends the wrap-up after a call. */
  wrappedUp: () => Promise<FailureCode | null>
  /** Declines the offer in `desk`. */
  decline: () => void
}

/** @param onDesk called with each desk that the server sends */
export function createAgentDesk(session: AgentCallSession, onDesk: (desk: Desk) => void): AgentDesk {
  const desk = createStore<Desk | null>(null)
  const microphone = watchMicrophone(() => void open())
  let isClosed = false

  async function open() {
    // A repeat must not undo a later `open`.
    const answer = await retryUntilSettled(session.platform, () =>
      session.request('desk.open', { microphone: microphone.permission.get() === 'granted' }),
    )
    if (answer.ok) update(answer.value)
  }

  function update(next: Desk) {
    if (isClosed) return
    desk.set(next)
    onDesk(next)
  }

  async function request(send: () => Promise<Result<Desk>>) {
    const answer = await send()
    if (!answer.ok) return answer.code
    update(answer.value)
    return null
  }

  session.on('desk', update)
  const stopLive = session.onLive(() => void open())
  if (session.state.get().name === 'ready') void open()

  return {
    desk,
    permission: microphone.permission,
    async askMicrophone(media, inUse) {
      await media.openMicrophone()
      const permission = media.view.get().problem?.code ?? 'granted'
      if (!inUse()) media.release()
      microphone.set(permission)
      return permission
    },
    request,
    repeat() {
      const last = desk.get()
      if (last && !isClosed) onDesk(last)
    },
    commands: {
      setAvailability: (availability) =>
        request(() => session.request('desk.availability', { availability })),
      wrappedUp: () => request(() => session.request('desk.wrapped_up', {})),
      decline() {
        const offer = desk.get()?.offer
        if (offer) void request(() => session.request('call.decline', { call_id: offer.call.id }))
      },
    },
    close() {
      isClosed = true
      stopLive()
      microphone.close()
    },
  }
}
