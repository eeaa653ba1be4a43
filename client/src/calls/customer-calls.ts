import type { Params } from '@parley/protocol/upstream'
import type { CallJoined, CallView } from '@parley/protocol/call-view'
import { isTransient, type Result } from '../connection/result.ts'
import { createStore, type Store } from '../state/store.ts'
import { retryUntilSettled } from '../connection/retry-until-settled.ts'
import { createUuids } from '../browser/uuid.ts'
import type { CustomerLine } from './call-signaling.ts'
import { createCallMedia, type CallMedia } from './call-media.ts'
import { presumedEnd, talkSeconds, talkStart } from './call-time.ts'
import { keptCall } from './saved-call.ts'
import type { CustomerCallState } from './customer-call-state.ts'
import { createPeerCall, type PeerCall } from './peer-call.ts'
import { untilHeard } from './retry-across-reconnects.ts'

/** A customer's calls in one window. One at a time. */
export interface CustomerCalls {
  state: Store<CustomerCallState>
  /** The service's last word about the call: recording, video allowed; null: none. */
  call: Store<CallView | null>
  media: CallMedia
  /** Call in a click handler, from idle, blocked, over or refused. Requests the microphone if an agent can take a call. */
  prepare: () => void
  /** From ready. `consent`: the answer to "may this call be recorded?"; null where nobody asked. */
  start: (consent: 'granted' | 'declined' | null) => void
  /** Ends whatever is going on, before the answer and after it. */
  hangUp: () => void
  /** In a click. */
  takeOver: () => void
  /** From over, refused and blocked to idle. */
  dismiss: () => void
  /** The page goes on without calls: everything is let go of, a live call is left as by closing the tab. */
  close: () => void
}

export interface CustomerCallsOptions {
  session: CustomerLine
}

/** A call.start that was not heard is said again for so long, in milliseconds. */
const startPatience = 15_000
/** Safari no longer counts a later microphone request as part of the click. */
const checkTimeoutMs = 1_000
/** What was not heard is said again after that, in milliseconds. */
const pause = 1_000

export function createCustomerCalls({ session }: CustomerCallsOptions): CustomerCalls {
  const { platform } = session
  const state = createStore<CustomerCallState>({ name: 'idle' })
  const call = createStore<CallView | null>(null)
  const media = createCallMedia()
  const newId = createUuids(platform.now)
  let current: PeerCall | null = null
  /** Stands for what is being begun; a later one, or hanging up, makes its results void. */
  let attempt = {}
  /** What was over for us last: pictures of it that come late say nothing. */
  let last: string | null = null
  let beginning = false
  /** Calls that were left here, of which the service has not heard so: they stand in the way of another one. */
  let unheard = 0
  let closed = false
  let cancelWait = () => {}

  const is = (...names: CustomerCallState['name'][]) => names.includes(state.get().name)

  function show(view: CallView) {
    call.set(view)
    const { agent, phase, end } = view
    if (phase === 'over') {
      const { name } = state.get()
      last = view.id
      leave()
      if (name === 'elsewhere') state.set({ name: 'idle' })
      else if (end) state.set({ name: 'over', agent, end, seconds: talkSeconds(view, end) })
    } else if (phase === 'pending') {
      state.set({ name: 'waiting', position: view.position ?? 1 })
    } else if (phase === 'active') {
      state.set({ name: phase, agent, since: talkStart(session, view.answered_at) })
    } else {
      state.set({ name: phase, agent })
    }
  }

  /** Lets go of everything that a call holds. */
  function leave() {
    attempt = {}
    current?.close()
    current = null
    keptCall.set(null)
    media.release()
  }

  function begin(joined: CallJoined, peer: string) {
    keptCall.set(joined.call.id)
    const { call: view, ice } = joined
    current = createPeerCall({
      line: session,
      side: 'customer',
      media,
      newId,
      call: view,
      ice,
      peer,
      onView: show,
      onGone(code) {
        if (code !== 'call_elsewhere') return over('system')
        leave()
        state.set({ name: 'elsewhere', agent: view.agent })
      },
    })
    current.begin(joined)
  }

  /** The end of the call, as far as it is known here. */
  function over(ended_by: 'customer' | 'system') {
    const view = call.get()
    if (view) show({ ...view, phase: 'over', end: presumedEnd(session, view, ended_by) })
  }

  /** What the service says of a call that does not run in this window. */
  function found(view: CallView) {
    if (beginning || closed) return
    const { id, phase, agent } = view
    if (id === last) {
      // It was ended here, and the service has not heard so.
      if (phase !== 'over') void session.request('call.end', { call_id: id })
    } else if (phase === 'over') {
      if (call.get()?.id === id) show(view)
    } else if (keptCall.get() === id) {
      void resume(view)
    } else if (is('idle', 'elsewhere', 'over', 'refused')) {
      call.set(view)
      state.set({ name: 'elsewhere', agent })
    }
  }

  /** Goes on here with a call that ran in a page before this one, or runs in another window. */
  async function resume(view: CallView) {
    const own = (attempt = {})
    beginning = true
    // Where the socket is lost meanwhile, it is gone on with at the next connect.
    keptCall.set(view.id)
    show(view)
    // Asking may take a while: whoever waits on the other side shall be heard before.
    void media.openMicrophone()
    const peer = newId()
    const answer = await retryUntilSettled(platform, () =>
      session.request('call.join', { call_id: view.id, peer }),
    )
    beginning = false
    if (own !== attempt) return
    if (answer.ok) begin(answer.value, peer)
    else if (answer.code !== 'disconnected') over('system')
  }

  /** Also on the next socket: a call that goes on there would be in the way. */
  async function end(call_id: string, own: PeerCall | null) {
    last = call_id
    unheard++
    const answer = await (own
      ? own.hangUp()
      : untilHeard(session, () => session.request('call.end', { call_id })))
    unheard--
    // The screen has not waited for the service; its picture of the end comes after.
    if (own && answer.ok && is('over') && call.get()?.id === call_id) show(answer.value)
  }

  async function prepare() {
    const own = (attempt = {})
    call.set(null)
    state.set({ name: 'asking' })
    const answer = await session.request('call.check', {}, checkTimeoutMs)
    if (own !== attempt) return
    // Other failures are left to call.start: the service may be older, or the socket may be back by then.
    if (!answer.ok && (answer.code === 'nobody_available' || answer.code === 'calls_off'))
      return state.set({ name: 'refused', code: answer.code })
    state.set({ name: 'checking' })
    const isOpen = await media.openMicrophone()
    if (own !== attempt) return
    const { problem } = media.view.get()
    if (isOpen || !problem) state.set({ name: 'ready' })
    else state.set({ name: 'blocked', problem })
  }

  async function start(consent: Params['call.start']['consent']) {
    const own = (attempt = {})
    beginning = true
    state.set({ name: 'starting' })
    const [client_id, peer] = [newId(), newId()]
    const { mode, recording = 'off' } = session.entered.get()?.calls ?? {}
    const isLeft = () => own !== attempt
    const answer = await ring({ client_id, peer, video: mode === 'video', consent, recording }, isLeft)
    beginning = false
    if (isLeft()) {
      if (answer.ok && !closed) await end(answer.value.call.id, null)
      unheard--
    } else if (answer.ok) {
      begin(answer.value, peer)
    } else if (answer.code === 'consent_missing') {
      // The customer reads first what they are told by now.
      state.set({ name: 'ready' })
    } else {
      leave()
      state.set({ name: 'refused', code: answer.code })
    }
  }

  /** One that is left meanwhile is asked for until it is known whether it was heard: then it has to be ended. */
  async function ring(params: Params['call.start'], isLeft: () => boolean): Promise<Result<CallJoined>> {
    const end = platform.now() + startPatience
    for (let isSent = false; ;) {
      isSent ||= !unheard
      const answer: Result<CallJoined> = isSent
        ? await session.request('call.start', params)
        : { ok: false, code: 'disconnected' }
      if (answer.ok || !isTransient(answer.code)) return answer
      const delay = answer.retryAfter ?? pause
      if (!isLeft() && platform.now() + delay > end) return answer
      await new Promise<void>((resolve) => (cancelWait = platform.after(delay, resolve)))
      const isKnown = session.state.get().name === 'ready' && answer.code !== 'timeout'
      if (isLeft() && (closed || !isSent || (isKnown && !session.entered.get()?.call))) return answer
    }
  }

  function entered() {
    const live = session.entered.get()?.call
    if (current || beginning) return
    if (live) found(live)
    // It was over before it could be fetched.
    else if (!is('idle', 'over')) over('system')
  }

  session.on('call', (view) => (current ? current.see(view) : found(view)))
  session.on('call.signal', (signal) => current?.hear(signal))
  const unsubscribe = session.entered.subscribe(entered)
  entered()

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
        const own = current
        over('customer')
        void end(view.id, own)
      } else if (!is('over')) {
        if (is('starting')) unheard++
        leave()
        state.set({ name: 'idle' })
      }
    },
    takeOver() {
      const view = call.get()
      if (is('elsewhere') && view) void resume(view)
    },
    dismiss() {
      if (is('over', 'refused', 'blocked')) {
        leave()
        state.set({ name: 'idle' })
      }
    },
    close() {
      closed = true
      unsubscribe()
      cancelWait()
      attempt = {}
      current?.close()
      current = null
      media.release()
    },
  }
}
