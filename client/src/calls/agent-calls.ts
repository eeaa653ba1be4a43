import type { IceServer } from '@parley/protocol/call'
import type { CallJoined, CallView, Desk, DeskOffer } from '@parley/protocol/call-view'
import type { Result, FailureCode } from '../connection/result.ts'
import { createStore, type Store } from '../state/store.ts'
import { retryUntilSettled } from '../connection/retry-until-settled.ts'
import { createUuids } from '../browser/uuid.ts'
import type { AgentCallState, WithCustomer } from './agent-call-state.ts'
import type { AgentLine } from './call-signaling.ts'
import type { CallMedia } from './call-media.ts'
import { presumedEnd, talkSeconds, talkStart } from './call-time.ts'
import { keptCall } from './saved-call.ts'
import { createKeptMedia } from './saved-devices.ts'
import { watchMicrophone, type MicrophonePermission } from './microphone-permission.ts'
import { createPeerCall, type PeerCall } from './peer-call.ts'
import { createCallRecorder, type RecordingView } from './recording/call-recorder.ts'
import type { PendingUploads } from './recording/chunk-upload.ts'

/** An agent's desk and call in one window of the panel. */
export interface AgentCalls {
  /** null until the service has said. */
  desk: Store<Desk | null>
  state: Store<AgentCallState>
  media: CallMedia
  permission: Store<MicrophonePermission>
  /** In a click: asks for the microphone, lets go of it, and tells the service. */
  askMicrophone: () => Promise<MicrophonePermission>
  setAvailability: (availability: 'available' | 'away') => Promise<FailureCode | null>
  /** Ends the pause after a call. */
  wrappedUp: () => Promise<FailureCode | null>
  /** Answers the offer of `desk`, in a click. Without a microphone nothing is accepted, and `media.view.problem` says why. */
  accept: () => void
  decline: () => void
  hangUp: () => void
  /** In a click. */
  takeOver: () => void
  /** From over and gone to idle. */
  dismiss: () => void
  recording: Store<RecordingView>
  pauseRecording: () => void
  resumeRecording: () => void
  uploads: Store<PendingUploads>
  close: () => void
}

export interface AgentCallsOptions {
  session: AgentLine
  organizationId: string
  /** Ours there: what is left of recordings in this browser is kept apart by it. */
  agentId: string
}

export function createAgentCalls(options: AgentCallsOptions): AgentCalls {
  const { session } = options
  const { platform } = session
  const desk = createStore<Desk | null>(null)
  const state = createStore<AgentCallState>({ name: 'idle' })
  const media = createKeptMedia()
  const newId = createUuids(platform.now)
  const recorder = createCallRecorder({ ...options, media, newId })
  const microphone = watchMicrophone(() => void openDesk())
  /** The offer that rings, its ways found already; or the call that runs here. */
  let current: (WithCustomer & { peerCall: PeerCall; runs: boolean }) | null = null
  /** Stands for what is being begun; a later one, or hanging up, makes its results void. */
  let attempt = {}
  let beginning = false
  /** What was over for us last: pictures of it that come late say nothing. */
  let last: string | null = null
  let closed = false

  const is = (...names: AgentCallState['name'][]) => names.includes(state.get().name)

  async function openDesk() {
    const isOpen = microphone.permission.get() === 'granted'
    const answer = await retryUntilSettled(platform, () =>
      session.request('desk.open', { microphone: isOpen }),
    )
    if (answer.ok) seeDesk(answer.value)
  }

  /** Everything that answers a desk, or says no. */
  async function atDesk(ask: () => Promise<Result<Desk>>): Promise<FailureCode | null> {
    const answer = await ask()
    if (!answer.ok) return answer.code
    seeDesk(answer.value)
    return null
  }

  function seeDesk(next: Desk) {
    if (closed) return
    desk.set(next)
    const { offer, call } = next
    if (call && !current?.runs) found({ ...call, call: call.view })
    else if (call) current?.peerCall.see(call.view)
    else if (is('elsewhere')) state.set({ name: 'idle' })
    // It was over before it could be fetched.
    else if (is('connecting') && !current?.runs && !beginning) leave({ name: 'gone', code: 'call_over' })
    if (beginning || current?.runs) return
    if (offer?.call.id === current?.call.id) return
    current?.peerCall.close()
    current = offer && { ...prepare(offer, offer.ice, newId()), runs: false }
  }

  function prepare(company: WithCustomer, ice: IceServer[], peer: string) {
    const { call, customer, conversation_id } = company
    const peerCall = createPeerCall({
      line: session,
      side: 'agent',
      media,
      newId,
      call,
      ice,
      peer,
      onView: show,
      onGone(code) {
        if (code === 'call_elsewhere') leave({ name: 'elsewhere', call, customer, conversation_id })
        else leaveAs('system')
      },
    })
    return { call, customer, conversation_id, peerCall }
  }

  /** Lets go of everything that a call holds. */
  function leave(next: AgentCallState) {
    attempt = {}
    recorder.finish(next.name === 'over')
    current?.peerCall.close()
    current = null
    keptCall.set(null)
    media.release()
    state.set(next)
  }

  /** The end of a call, as far as it is known here. */
  function leaveAs(ended_by: 'agent' | 'system') {
    if (!current) return
    const { call, customer, conversation_id } = current
    last = call.id
    const end = presumedEnd(session, call, ended_by)
    leave({ name: 'over', call, customer, conversation_id, end, seconds: talkSeconds(call, end) })
  }

  function show(call: CallView) {
    if (!current?.runs) return
    current.call = call
    const { customer, conversation_id } = current
    const company = { call, customer, conversation_id }
    if (call.end) {
      last = call.id
      leave({ name: 'over', ...company, end: call.end, seconds: talkSeconds(call, call.end) })
    } else if (call.phase === 'active') {
      state.set({ name: 'active', since: talkStart(session, call.answered_at), ...company })
      recorder.see(call)
    } else {
      state.set({ name: 'connecting', ...company })
    }
  }

  /** The agent's live call, which does not run in this window. */
  function found(company: WithCustomer) {
    const { call, customer, conversation_id } = company
    if (beginning || call.phase === 'over') return
    // It was ended here while there was no socket to say so.
    if (call.id === last) void session.request('call.end', { call_id: last })
    else if (keptCall.get() === call.id) void resume(company)
    else state.set({ name: 'elsewhere', call, customer, conversation_id })
  }

  function run(company: WithCustomer, joined: CallJoined, peer: string) {
    const { ice } = joined
    if (current?.call.id !== joined.call.id) {
      current?.peerCall.close()
      current = { ...prepare(company, ice, peer), runs: true }
    }
    current.runs = true
    keptCall.set(joined.call.id)
    current.peerCall.begin(joined)
  }

  /** Goes on here with a call that ran in a page before this one, or runs in another window. */
  async function resume(company: WithCustomer) {
    const own = (attempt = {})
    const { call, customer, conversation_id } = company
    beginning = true
    // Where the socket is lost meanwhile, the next desk tells of it again, and it is gone on with.
    keptCall.set(call.id)
    state.set({ name: 'connecting', call, customer, conversation_id })
    void media.openMicrophone()
    const params = { call_id: call.id, peer: newId() }
    const answer = await retryUntilSettled(platform, () => session.request('call.join', params))
    beginning = false
    if (own !== attempt) return
    if (answer.ok) run(company, answer.value, params.peer)
    else if (answer.code !== 'disconnected') leave({ name: 'gone', code: answer.code })
  }

  async function accept(offer: DeskOffer) {
    const own = (attempt = {})
    const { call, customer, conversation_id } = offer
    last = null
    state.set({ name: 'accepting', call, customer, conversation_id })
    const isOpen = await media.openMicrophone()
    if (own !== attempt) return
    if (!isOpen) return state.set({ name: 'idle' })
    beginning = true
    const peer = current?.call.id === call.id ? current.peerCall.peer() : newId()
    const params = { call_id: call.id, peer }
    const answer = await retryUntilSettled(platform, () => session.request('call.accept', params))
    beginning = false
    if (own !== attempt) {
      if (answer.ok) void session.request('call.end', { call_id: (last = call.id) })
    } else if (answer.ok) {
      run(offer, answer.value, peer)
    } else {
      // It may have been heard, though: then the desk tells of the call at the next connect.
      leave({ name: 'gone', code: answer.code })
      if (answer.code === 'disconnected') keptCall.set(call.id)
    }
  }

  /** The screen does not wait for the service; its picture of the end comes after. */
  async function end(own: NonNullable<typeof current>) {
    leaveAs('agent')
    const answer = await own.peerCall.hangUp()
    const shown = state.get()
    if (!answer.ok || shown.name !== 'over' || shown.call.id !== own.call.id) return
    const { value: call } = answer
    if (call.end) state.set({ ...shown, call, end: call.end, seconds: talkSeconds(call, call.end) })
  }

  session.on('desk', seeDesk)
  session.on('call', (view) => {
    if (current?.runs) current.peerCall.see(view)
  })
  session.on('call.signal', (signal) => current?.peerCall.hear(signal))
  const stopLive = session.onLive(() => void openDesk())
  if (session.state.get().name === 'ready') void openDesk()

  return {
    desk,
    state,
    media,
    permission: microphone.permission,
    async askMicrophone() {
      await media.openMicrophone()
      const code = media.view.get().problem?.code ?? 'granted'
      // A call that is being answered, or runs, has it meanwhile.
      if (is('idle', 'over', 'gone', 'elsewhere')) media.release()
      microphone.known(code)
      return code
    },
    setAvailability: (availability) => atDesk(() => session.request('desk.availability', { availability })),
    wrappedUp: () => atDesk(() => session.request('desk.wrapped_up', {})),
    accept() {
      const offer = desk.get()?.offer
      if (offer && is('idle', 'over', 'gone')) void accept(offer)
    },
    decline() {
      const offer = desk.get()?.offer
      if (offer) void atDesk(() => session.request('call.decline', { call_id: offer.call.id }))
    },
    hangUp() {
      const shown = state.get()
      if (current?.runs) {
        void end(current)
      } else if (shown.name === 'elsewhere') {
        void session.request('call.end', { call_id: shown.call.id })
      } else if (shown.name === 'accepting') {
        // The service may have heard the acceptance, and its answer be lost: then the desk tells of the call.
        last = shown.call.id
        leave({ name: 'idle' })
      } else if (shown.name === 'connecting') {
        last = shown.call.id
        void session.request('call.end', { call_id: last })
        leave({ name: 'idle' })
      }
    },
    takeOver() {
      const shown = state.get()
      if (shown.name === 'elsewhere') void resume(shown)
    },
    dismiss() {
      if (is('over', 'gone')) state.set({ name: 'idle' })
    },
    recording: recorder.view,
    pauseRecording: recorder.pause,
    resumeRecording: recorder.resume,
    uploads: recorder.uploads,
    close() {
      closed = true
      attempt = {}
      stopLive()
      microphone.close()
      recorder.close()
      current?.peerCall.close()
      current = null
      media.release()
    },
  }
}
