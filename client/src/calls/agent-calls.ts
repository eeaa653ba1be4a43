import type { AgentFace } from '@parley/protocol/agent'
import type { IceServer } from '@parley/protocol/call'
import type { CallJoined, CallView, Desk, DeskOffer } from '@parley/protocol/call-view'
import { createStore } from '../state/store.ts'
import { retryUntilSettled } from '../connection/retry-until-settled.ts'
import { createUuids } from '../browser/uuid.ts'
import { overState, withCustomer, type AgentCallState, type WithCustomer } from './agent-call-state.ts'
import type { AgentCalls, AgentCallsOptions } from './agent-calls-api.ts'
import { createAgentTransfers } from './agent-transfers.ts'
import { createAgentDesk } from './agent-desk.ts'
import { createEndedCall, isContinued } from './ended-call.ts'
import { presumedEnd, talkStart } from './call-time.ts'
import { createHeldMedia } from './held-media.ts'
import { createCallLock } from './call-lock.ts'
import { runsHere, savedCall } from './saved-call.ts'
import { createMediaWithSavedDevices } from './saved-devices.ts'
import { createOwnCallSession } from './own-call-session.ts'
import { createPeerCall, type PeerCall } from './peer-call.ts'
import { createCallRecorder } from './recording/call-recorder.ts'

/** A call that rings, with a prepared connection, or runs in this window. */
type Attached = { name: 'offered' | 'running'; peerCall: PeerCall } & WithCustomer
type Connection = { name: 'none' } | Attached | { name: 'closed' }

export function createAgentCalls(options: AgentCallsOptions): AgentCalls {
  const { session, agentId } = options
  const { platform } = session
  const state = createStore<AgentCallState>({ name: 'idle' })
  const media = createMediaWithSavedDevices()
  const newId = createUuids(platform.now)
  const lock = createCallLock(platform, `parley.call.${agentId}`)
  const held = createHeldMedia(media)
  const recorder = createCallRecorder({ ...options, state, media, newId })
  let connection: Connection = { name: 'none' }
  /** The operation whose accept or join is in progress. */
  let joining: object | null = null
  /** Token of the operation in progress; results of earlier ones are ignored. */
  let operation = {}
  /** The colleague to whom the call in this window was offered last. */
  let target: AgentFace | null = null
  const ended = createEndedCall(session)
  /** Id of the `call.accept` whose result is not known after the agent hung up: a desk with it has a call to end. */
  let lostPeer: string | null = null

  const is = (...names: AgentCallState['name'][]) => names.includes(state.get().name)
  const attached = () => ('peerCall' in connection ? connection : null)
  const running = () => (connection.name === 'running' ? connection : null)
  const desk = createAgentDesk(session, onDesk)
  const moves = createAgentTransfers({ session, agentId, desk, media, newId, ended, running })

  function onDesk(next: Desk) {
    const { offer, call, transfer } = next
    const own = running()
    if (call && lostPeer !== null && call.view.peers.agent === lostPeer) ended.set(call.view.id, lostPeer)
    if (own && transfer?.call.id === own.call.id) target = transfer.to
    if (call && own) own.peerCall.update(call.view)
    else if (call) onOtherCall({ ...call, call: call.view })
    else if (is('elsewhere')) state.set({ name: 'idle' })
    // It ended before it could be resumed.
    else if (is('connecting') && !own && !joining) leave({ name: 'gone', code: 'call_over' })
    else if (own && target) void checkTransferred(own)
    if (!joining && !running()) prepareOffer(offer)
    moves.update(next)
  }

  /** The desk no longer has the call: a colleague has taken it, or it is over. */
  async function checkTransferred(own: Attached) {
    const answer = await session.request('call.alive', { call_id: own.call.id })
    if (!answer.ok && answer.code === 'call_transferred') leaveTransferred(own, target)
  }

  function leaveTransferred(own: Attached, to: AgentFace | null) {
    if (own !== running()) return
    leave({ name: 'transferred', to, ...withCustomer(own) })
  }

  /** Gathers candidates while the call rings. */
  function prepareOffer(offer: DeskOffer | null) {
    const own = attached()
    if (offer?.call.id === own?.call.id) return
    own?.peerCall.close()
    connection = offer ? { name: 'offered', ...attach(offer, offer.ice, newId()) } : { name: 'none' }
  }

  function attach({ call, customer, conversation_id }: WithCustomer, ice: IceServer[], peer: string) {
    const peerCall = createPeerCall({
      session: createOwnCallSession(session, peer),
      side: 'agent',
      media: held.media,
      newId,
      call,
      ice,
      peer,
      onView: showCall,
      onGone(code) {
        const own = running()
        if (code === 'call_elsewhere') leave({ name: 'elsewhere', call, customer, conversation_id })
        else if (code === 'call_transferred' && own) leaveTransferred(own, target)
        else leaveEnded('system')
      },
    })
    return { call, customer, conversation_id, peerCall }
  }

  /** Releases the resources of the call. */
  function leave(next: AgentCallState) {
    operation = {}
    recorder.finish(next.name === 'over')
    attached()?.peerCall.close()
    connection = { name: 'none' }
    savedCall.set(null)
    lock.release()
    held.setHeld(false)
    media.release()
    target = null
    state.set(next)
  }

  /** Shows the end of the call before the server reports it. */
  function leaveEnded(ended_by: 'agent' | 'system') {
    const own = attached()
    if (!own) return
    ended.set(own.call.id)
    leave(overState(own, presumedEnd(session, own.call, ended_by)))
  }

  function showCall(call: CallView) {
    const own = running()
    if (!own) return
    if (call.agent && call.agent.id !== agentId) return leaveTransferred(own, call.agent)
    own.call = call
    void lock.take(call.id)
    const context = withCustomer(own)
    if (call.end) {
      ended.set(call.id)
      leave(overState(own, call.end))
    } else if (call.phase === 'active') {
      held.setHeld(call.held_since !== null)
      state.set({ name: 'active', since: talkStart(session, call.answered_at), ...context })
      recorder.update(call)
    } else {
      state.set({ name: 'connecting', ...context })
    }
  }

  /** The agent's live call, which does not run in this window. */
  function onOtherCall(context: WithCustomer) {
    const { call, customer, conversation_id } = context
    if (joining || moves.isUndecided() || call.phase === 'over' || ended.endAgain(call)) return
    if (runsHere(call.id, call.peers.agent)) void resume(context, true)
    else leave({ name: 'elsewhere', call, customer, conversation_id })
  }

  function run(context: WithCustomer, joined: CallJoined, peer: string) {
    let own = attached()
    if (own?.call.id !== joined.call.id) {
      own?.peerCall.close()
      own = { name: 'running', ...attach(context, joined.ice, peer) }
    }
    own.name = 'running'
    connection = own
    savedCall.set(joined.call.id + peer)
    own.peerCall.start(joined)
  }

  /** Resumes the call of this tab, or takes it over from another window. */
  async function resume(context: WithCustomer, isOfThisTab: boolean) {
    const own = (operation = {})
    const { call, customer, conversation_id } = context
    joining = own
    if (!isOfThisTab) ended.takeOver(call.id, call.peers.agent)
    const peer = newId()
    // If the socket is lost meanwhile, the next desk resumes it.
    savedCall.set(`${call.id}${call.peers.agent}${peer}`)
    state.set({ name: 'connecting', call, customer, conversation_id })
    const taken = lock.take(call.id)
    // In a copied tab, the call is left where it runs.
    const isFree = !isOfThisTab || (await taken)
    if (isFree && own === operation) void media.openMicrophone()
    const previous = isOfThisTab ? call.peers.agent : null
    const params = { call_id: call.id, peer, ...(previous !== null && { previous }) }
    const refusal = { ok: false, code: 'call_elsewhere' } as const
    // The agent may hang up before a repeat.
    const join = async () => (isFree && own === operation ? session.request('call.join', params) : refusal)
    const answer = await retryUntilSettled<CallJoined>(platform, join)
    if (joining === own) joining = null
    if (own !== operation) {
      if (!joining) desk.repeat()
    } else if (answer.ok) run(context, answer.value, peer)
    else if (answer.code === 'call_elsewhere') leave({ name: 'elsewhere', call, customer, conversation_id })
    else if (answer.code !== 'disconnected') leave({ name: 'gone', code: answer.code })
    // Desks are not shown while joining, and the last one may have no call any more.
    if (is('elsewhere')) desk.repeat()
  }

  async function accept(offer: DeskOffer) {
    const own = (operation = {})
    const { call, customer, conversation_id } = offer
    ended.forget()
    state.set({ name: 'accepting', call, customer, conversation_id })
    const isOpen = await media.openMicrophone()
    if (own !== operation) return
    if (!isOpen) return state.set({ name: 'idle' })
    joining = own
    const prepared = attached()
    const peer = prepared?.call.id === call.id ? prepared.peerCall.peer() : newId()
    const params = { call_id: call.id, peer }
    const answer = await retryUntilSettled(platform, async () =>
      // The agent may hang up before a repeat.
      own === operation ? session.request('call.accept', params) : { ok: false, code: 'disconnected' },
    )
    if (joining === own) joining = null
    if (own !== operation) {
      if (answer.ok) return ended.end(call.id, peer)
      if (answer.code === 'disconnected') lostPeer = peer
      if (!joining) desk.repeat()
    } else if (answer.ok) {
      run(offer, answer.value, peer)
    } else {
      // The server may have accepted it: then the next desk has the call.
      leave({ name: 'gone', code: answer.code })
      if (answer.code === 'disconnected') savedCall.set(call.id + peer)
    }
  }

  /** Shows the end immediately, and the server's view of it once it arrives. */
  async function hangUp(own: Attached) {
    const to = target
    // Reported once the server has ended the call: a colleague or another window that has it records it now.
    recorder.finish(false)
    leaveEnded('agent')
    const answer = await ended.confirm(own.peerCall.hangUp())
    if (!isContinued(answer)) recorder.callEnded(own.call.id)
    const shown = state.get()
    if (shown.name !== 'over' || shown.call.id !== own.call.id) return
    if (answer.ok) {
      if (answer.value.end) state.set(overState({ ...own, call: answer.value }, answer.value.end))
    } else if (answer.code === 'call_transferred')
      state.set({ name: 'transferred', to, ...withCustomer(own) })
    else if (answer.code === 'call_elsewhere') desk.repeat()
  }

  session.on('call', (view) => running()?.peerCall.update(view))
  session.on('call.signal', (signal) => {
    attached()?.peerCall.receive(signal)
    moves.receive(signal)
  })

  return {
    desk: desk.desk,
    state,
    media,
    permission: desk.permission,
    // A call that was accepted meanwhile uses it.
    askMicrophone: () =>
      desk.askMicrophone(media, () => !is('idle', 'over', 'transferred', 'gone', 'elsewhere')),
    ...desk.commands,
    accept() {
      const offer = desk.desk.get()?.offer
      if (offer && is('idle', 'over', 'transferred', 'gone')) void accept(offer)
    },
    hangUp() {
      const own = running()
      const shown = state.get()
      if (own) {
        void hangUp(own)
      } else if (shown.name === 'elsewhere') {
        void ended.endElsewhere(shown.call.id, desk.desk.get()?.call?.view.peers.agent)
      } else if (shown.name === 'accepting') {
        leave({ name: 'idle' })
      } else if (shown.name === 'connecting') {
        void ended.end(shown.call.id)
        leave({ name: 'idle' })
      }
    },
    ...moves.transfers,
    takeOver() {
      const shown = state.get()
      if (shown.name === 'elsewhere') void resume(shown, false)
    },
    dismiss() {
      if (is('over', 'transferred', 'gone')) state.set({ name: 'idle' })
    },
    recording: recorder.view,
    pauseRecording: recorder.pause,
    resumeRecording: recorder.resume,
    uploads: recorder.uploads,
    close() {
      operation = {}
      desk.close()
      moves.close()
      recorder.close()
      attached()?.peerCall.close()
      connection = { name: 'closed' }
      lock.release()
      held.close()
      media.release()
    },
  }
}
