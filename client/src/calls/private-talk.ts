import type { CallView, DeskTransfer } from '@parley/protocol/call-view'
import type { Params } from '@parley/protocol/upstream'
import { retryUntilSettled } from '../connection/retry-until-settled.ts'
import { createStore, type Store } from '../state/store.ts'
import type { AgentCallSession, CallSession } from './call-signaling.ts'
import { createCallLock } from './call-lock.ts'
import type { CallMediaCore } from './call-media.ts'
import { createPeerCall, type PeerCall } from './peer-call.ts'
import { savedCall, savedTalkMute } from './saved-call.ts'
import { createMediaWithSavedDevices } from './saved-devices.ts'

/**
 *   none        no private talk in this window
 *   joining     transfer.join is in progress
 *   talking
 *   elsewhere   it runs in another window of the agent
 */
export type TalkState = { name: 'none' } | { name: 'joining' } | { name: 'talking' } | { name: 'elsewhere' }

/** The private talk of a warm transfer, with a microphone track of its own: the one of the call is silent on hold. */
export interface PrivateTalk {
  state: Store<TalkState>
  media: CallMediaCore
  /** Whether its lock is still awaited: it may run in another window. */
  isUndecided: () => boolean
  /** Takes the agent's current transfer. `isHere`: this window takes part in its talk. */
  update: (transfer: DeskTransfer | null, side: TalkSide, isHere: boolean) => void
  receive: (signal: Params['call.signal']) => void
  /** Joins in this window, also while another one has the talk. */
  takeOver: (transfer: DeskTransfer, side: TalkSide) => void
  close: () => void
}

export type TalkSide = 'from' | 'to'

interface Joining {
  id: string
  side: TalkSide
  /** Ids with which this window has asked to join: a desk may name the newest one before the response, or an earlier one. */
  peers: Set<string | null>
  peerCall: PeerCall | null
  /** Revision of the transfer when this window joined. */
  revision: number
}

/**
 * @param agentId tells this agent's talks apart from those of another member in the same browser
 * @param onDecided repeats the last desk, which may have come while the lock was awaited
 */
export function createPrivateTalk(
  session: AgentCallSession,
  agentId: string,
  newId: () => string,
  onDecided: () => void,
): PrivateTalk {
  const state = createStore<TalkState>({ name: 'none' })
  const media = createMediaWithSavedDevices(savedTalkMute, () => current?.id ?? null)
  const lock = createCallLock(session.platform, `parley.talk.${agentId}`)
  let current: Joining | null = null
  let latest: DeskTransfer
  /** A talk that moved to another window. */
  let leftId: string | null = null
  let isUndecided = false

  function stop(next: TalkState) {
    current?.peerCall?.close()
    current = null
    lock.release()
    media.release()
    state.set(next)
  }

  function leaveToOtherWindow({ id, side }: Joining) {
    leftId = id
    // A completed transfer is resumed where the talk ran.
    if (side === 'to') savedCall.set(null)
    stop({ name: 'elsewhere' })
  }

  async function join(transfer: DeskTransfer, side: TalkSide, isTakenOver = false) {
    const peer = newId()
    const own: Joining = { id: transfer.id, side, peers: new Set([peer]), peerCall: null, revision: Infinity }
    current = own
    leftId = null
    state.set({ name: 'joining' })
    const taken = lock.take(transfer.id)
    // On the side that has the call, the call's lock and its join have decided already.
    const isOfThisTab = side === 'to' && !isTakenOver
    // A copied tab leaves the talk where it runs.
    if (isOfThisTab) {
      isUndecided = true
      const isFree = await taken
      isUndecided = false
      if (current !== own) return
      if (!isFree) leaveToOtherWindow(own)
      onDecided()
    }
    if (current !== own) return
    void media.openMicrophone()
    // A reloaded page joins again unless another window has done so since.
    savedCall.set(savedCall.get() + peer)
    const previous = isOfThisTab ? transfer.peers.to : null
    const params = { call_id: transfer.call.id, peer, ...(previous !== null && { previous }) }
    const answer = await retryUntilSettled(session.platform, async () =>
      // Another window may take the talk over before a repeat.
      current === own ? session.request('transfer.join', params) : { ok: false, code: 'disconnected' },
    )
    if (current !== own) return
    if (!answer.ok && answer.code === 'call_elsewhere') return leaveToOtherWindow(own)
    // The next desk tries again, or has no talk.
    if (!answer.ok) return stop({ name: 'none' })
    const { transfer: joined, ice } = answer.value
    own.revision = joined.revision
    const call = talkView(joined)
    latest = joined
    own.peerCall = createPeerCall({
      session: talkSession(session, params.call_id, {
        view: () => talkView(latest),
        joins: (id) => own.peers.add(id),
      }),
      side: side === 'from' ? 'agent' : 'customer',
      media,
      newId,
      call,
      ice,
      peer,
      onView: () => {},
      onGone(code) {
        if (code === 'call_elsewhere') leaveToOtherWindow(own)
        else stop({ name: 'none' })
      },
    })
    own.peerCall.start({ call, ice })
    state.set({ name: 'talking' })
  }
  return {
    state,
    media,
    isUndecided: () => isUndecided,
    update(transfer, side, isHere) {
      if (isUndecided) return
      if (transfer?.state !== 'talking') {
        leftId = null
        if (current || state.get().name !== 'none') stop({ name: 'none' })
      } else if (!isHere || transfer.id === leftId) {
        if (state.get().name !== 'elsewhere') stop({ name: 'elsewhere' })
      } else if (current?.id !== transfer.id) {
        stop({ name: 'none' })
        void join(transfer, side)
      } else if (current.peerCall && transfer.revision > current.revision) {
        if (current.peers.has(transfer.peers[side])) {
          latest = transfer
          void lock.take(transfer.id)
          current.peerCall.update(talkView(transfer))
        } else {
          leaveToOtherWindow(current)
        }
      }
    },
    takeOver: (transfer, side) => void join(transfer, side, true),
    receive: (signal) => current?.peerCall?.receive(signal),
    close: () => stop({ name: 'none' }),
  }
}

/** The talk as a call between the agent who has the call, who makes the first offer, and the colleague. */
const talkView = ({ id, revision, call, peers }: DeskTransfer): CallView => ({
  ...call,
  id,
  revision,
  phase: 'active',
  video: false,
  held_since: null,
  peers: { agent: peers.from, customer: peers.to },
})

/** Commands of calls as those of a transfer. The service watches the agents' panels, so the talk needs no keep-alive. */
function talkSession(
  session: AgentCallSession,
  callId: string,
  talk: { view: () => CallView; joins: (peer: string) => void },
): CallSession {
  const request = async (method: string, params: Params['call.join']) => {
    switch (method) {
      case 'call.join': {
        talk.joins(params.peer)
        const answer = await session.request('transfer.join', { ...params, call_id: callId })
        if (!answer.ok) return answer
        const { transfer, ice } = answer.value
        return { ok: true, value: { call: talkView(transfer), ice } }
      }
      case 'call.end':
        return session.request('transfer.end', { call_id: callId })
      default:
        return { ok: true, value: talk.view() }
    }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the methods that a PeerCall uses
  return { ...session, request: request as CallSession['request'] }
}
