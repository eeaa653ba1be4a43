import type { Params } from '@parley/protocol/upstream'
import type { CallJoined, CallView } from '@parley/protocol/call-view'
import { createStore, type Store } from '../state/store.ts'
import { retryUntilSettled } from '../connection/retry-until-settled.ts'
import { createUuids } from '../browser/uuid.ts'
import type { CustomerCallSession } from './call-signaling.ts'
import { createCallMedia, type CallMedia } from './call-media.ts'
import { presumedEnd, talkSeconds, talkStart } from './call-time.ts'
import { createCallLock } from './call-lock.ts'
import { runsHere, saveCall, savedCall, savedMute } from './saved-call.ts'
import { createCustomerCallRequests } from './customer-call-requests.ts'
import type { CustomerCallState } from './customer-call-state.ts'
import type { FailureCode, Result } from '../connection/result.ts'
import { createPeerCall, type PeerCall } from './peer-call.ts'
import { retryAcrossReconnects } from './retry-across-reconnects.ts'

/** A customer's calls in one window, one at a time. */
export interface CustomerCalls {
  state: Store<CustomerCallState>
  /** The latest view of the call: recording, video allowed; null: no call. */
  call: Store<CallView | null>
  media: CallMedia
  /** Call in a click handler, from idle, blocked, over or refused. Requests the microphone if an agent can take a call. */
  prepare: () => void
  /** From ready. `consent`: the answer to "may this call be recorded?"; null: not asked. */
  start: (consent: 'granted' | 'declined' | null) => void
  /** Ends the call or its preparation. */
  hangUp: () => void
  /** Call in a click handler. */
  takeOver: () => void
  /** From over, refused and blocked to idle. */
  dismiss: () => void
  /** Stops all calls of this page. A live call is left as if the tab was closed. */
  close: () => void
}

export interface CustomerCallsOptions {
  session: CustomerCallSession
}

/**
 *   none      no call in this window
 *   joining   call.start or call.join is in progress
 *   running   this window has the call
 *   closed    after `close`
 */
type Connection =
  | { name: 'none' }
  | { name: 'joining' }
  | { name: 'running'; peerCall: PeerCall }
  | { name: 'closed' }

/** Safari no longer counts a later microphone request as part of the click. */
const checkTimeoutMs = 1_000

export function createCustomerCalls({ session }: CustomerCallsOptions): CustomerCalls {
  const { platform } = session
  const state = createStore<CustomerCallState>({ name: 'idle' })
  const call = createStore<CallView | null>(null)
  const media = createCallMedia()
  const newId = createUuids(platform.now)
  const lock = createCallLock(platform, 'parley.call')
  const requests = createCustomerCallRequests(session)
  let connection: Connection = { name: 'none' }
  /** Token of the operation in progress; results of earlier ones are ignored. */
  let operation = {}
  /** Late views of the last ended call are ignored. */
  let endedCallId: string | null = null

  const is = (...names: CustomerCallState['name'][]) => names.includes(state.get().name)
  const running = () => (connection.name === 'running' ? connection.peerCall : null)
  const isClosed = () => connection.name === 'closed'

  /** A presumed end of a call that does not run here is not final: it may run in another window. */
  function showCall(view: CallView, isPresumed = false) {
    call.set(view)
    if (running()) void lock.take(view.id)
    media.setHeld(!!view.held_since)
    const { agent, phase, end } = view
    if (phase === 'over') {
      const wasElsewhere = is('elsewhere')
      if (!isPresumed || running()) endedCallId = view.id
      release()
      if (wasElsewhere) state.set({ name: 'idle' })
      else if (end) state.set({ name: 'over', agent, end, seconds: talkSeconds(view, end) })
    } else if (phase === 'pending') {
      state.set({ name: 'waiting', position: view.position ?? 1 })
    } else if (phase === 'active') {
      state.set({ name: phase, agent, since: talkStart(session, view.answered_at) })
    } else {
      state.set({ name: phase, agent })
    }
  }

  /** Releases the resources of the call. */
  function release() {
    operation = {}
    running()?.close()
    if (connection.name === 'running') connection = { name: 'none' }
    savedCall.set(null)
    lock.release()
    media.release()
  }

  function leave(next: CustomerCallState) {
    release()
    state.set(next)
  }

  const refuse = (code: FailureCode) => leave({ name: 'refused', code })

  function run(joined: CallJoined, peer: string) {
    const { call: view, ice } = joined
    saveCall(view.id, peer)
    const peerCall = createPeerCall({
      session,
      side: 'customer',
      media,
      newId,
      call: view,
      ice,
      peer,
      onView: showCall,
      onGone,
    })
    connection = { name: 'running', peerCall }
    peerCall.start(joined)
  }

  function onGone(code: FailureCode) {
    if (code !== 'call_elsewhere') return showEnd('system')
    leave({ name: 'elsewhere', agent: call.get()!.agent })
  }

  /** Shows the end of the call before the server reports it. */
  function showEnd(ended_by: 'customer' | 'system') {
    const view = call.get()
    if (view) showCall({ ...view, phase: 'over', end: presumedEnd(session, view, ended_by) }, true)
  }

  /** A view of a call that does not run in this window. */
  function onOtherCall(view: CallView) {
    if (connection.name !== 'none') return
    const { id, phase, peers } = view
    if (id === endedCallId) {
      // It was ended here, but the server does not know yet.
      if (phase !== 'over') void session.request('call.end', { call_id: id })
    } else if (phase === 'over') {
      if (!is('idle') && call.get()?.id === id) showCall(view)
    } else if (runsHere(id, peers.customer)) {
      void resume(view, { previous: peers.customer! })
    } else if (!is('asking', 'checking', 'ready', 'blocked')) {
      call.set(view)
      onGone('call_elsewhere')
    }
  }

  /** Resumes a call whose connection in this tab was `previous`, or takes it over from another window. */
  async function resume(view: CallView, previous?: { previous: string }) {
    const own = (operation = {})
    const joining: Connection = (connection = { name: 'joining' })
    const peer = newId()
    const params = { call_id: view.id, peer, ...previous }
    // If the socket is lost meanwhile, the next connect resumes it.
    saveCall(view.id, view.peers.customer + peer)
    showCall(view)
    const taken = lock.take(view.id)
    // In a copied tab, the call is left where it runs.
    const isFree = !previous || (await taken)
    if (own !== operation) return stopJoining(joining)
    // Not awaited: a permission prompt must not delay the other side's audio.
    if (isFree) void media.openMicrophone()
    const answer: Result<CallJoined> = isFree
      ? await retryUntilSettled(platform, () => session.request('call.join', params))
      : { ok: false, code: 'call_elsewhere' }
    stopJoining(joining)
    if (own !== operation) return
    if (answer.ok) run(answer.value, peer)
    else if (answer.code !== 'disconnected') onGone(answer.code)
  }

  /** Not if another call is joining meanwhile. */
  function stopJoining(joining: Connection) {
    if (connection === joining) connection = { name: 'none' }
  }

  /** Repeated on the next socket: a call that continues there would block the next one. */
  async function end(call_id: string, peerCall: PeerCall | null) {
    endedCallId = call_id
    requests.holdStarts()
    const answer = await (peerCall
      ? peerCall.hangUp()
      : retryAcrossReconnects(session, () => session.request('call.end', { call_id })))
    requests.releaseStarts()
    // The end is already shown, now with the server's view of it.
    if (peerCall && answer.ok && is('over') && call.get()?.id === call_id) showCall(answer.value)
  }

  async function prepare() {
    const own = (operation = {})
    call.set(null)
    state.set({ name: 'asking' })
    const answer = await session.request('call.check', {}, checkTimeoutMs)
    if (own !== operation) return
    // Other failures are left to call.start: the server may be older, or the socket may be back by then.
    if (!answer.ok && (answer.code === 'nobody_available' || answer.code === 'calls_off'))
      return refuse(answer.code)
    // A muted call may have ended while no page was open.
    if (answer.ok) savedMute.set(null)
    state.set({ name: 'checking' })
    const isOpen = await media.openMicrophone()
    // Shown with the buttons: they would move under the pointer if the devices appeared later.
    await media.listed()
    if (own !== operation) return
    const { problem } = media.view.get()
    if (isOpen || !problem) state.set({ name: 'ready' })
    else state.set({ name: 'blocked', problem })
  }

  async function start(consent: Params['call.start']['consent']) {
    const own = (operation = {})
    const joining: Connection = (connection = { name: 'joining' })
    state.set({ name: 'starting' })
    const [client_id, peer] = [newId(), newId()]
    const { mode, recording = 'off' } = session.entered.get()?.calls ?? {}
    const hasLeft = () => own !== operation
    // If the page changes before the response, the next one resumes it.
    saveCall(client_id, peer)
    const params = { client_id, peer, video: mode === 'video', consent, recording }
    const answer = await requests.start(params, hasLeft, refuse)
    stopJoining(joining)
    if (hasLeft()) {
      if (answer.ok && !isClosed()) await end(answer.value.call.id, null)
      requests.releaseStarts()
    } else if (answer.ok) {
      run(answer.value, peer)
    } else if (answer.code === 'consent_missing' || answer.code === 'video_off') {
      // The settings have changed: the customer sees the new notice, or a call without video, first.
      if (answer.code === 'video_off') media.setCamera(false)
      state.set({ name: 'ready' })
    } else refuse(answer.code)
  }

  function onEntered() {
    const view = session.entered.get()?.call
    if (connection.name !== 'none') return
    if (view) onOtherCall(view)
    // It ended before it could be resumed.
    else if (!is('idle', 'over')) showEnd('system')
  }

  session.on('call', (view) => {
    const peerCall = running()
    if (peerCall) peerCall.update(view)
    else onOtherCall(view)
  })
  session.on('call.signal', (signal) => running()?.receive(signal))
  const unsubscribe = session.entered.subscribe(onEntered)
  onEntered()

  return {
    state,
    call,
    media,
    prepare() {
      if (is('idle', 'blocked', 'over', 'refused')) void prepare()
    },
    start(consent) {
      if (is('ready')) void start(consent)
    },
    hangUp() {
      const view = call.get()
      if (view && !is('idle', 'over')) {
        const peerCall = running()
        showEnd('customer')
        void end(view.id, peerCall)
      } else if (!is('over')) {
        // Released when the start is settled.
        if (is('starting')) requests.holdStarts()
        leave({ name: 'idle' })
      }
    },
    takeOver() {
      const view = call.get()
      if (is('elsewhere') && view) void resume(view)
    },
    dismiss() {
      if (is('over', 'refused', 'blocked')) leave({ name: 'idle' })
    },
    close() {
      unsubscribe()
      requests.close()
      operation = {}
      running()?.close()
      connection = { name: 'closed' }
      lock.release()
      media.release()
    },
  }
}
