import type { CallView } from '@parley/protocol/call-view'
import { isTransient } from '../../connection/result.ts'
import { createStore, type Store } from '../../state/store.ts'
import type { CallSession } from '../call-signaling.ts'
import type { CallMediaCore } from '../call-media.ts'
import { createCallMix, type CallMix } from './call-mix.ts'
import { maxHeld, openChunkStorage } from './chunk-storage.ts'
import { createChunkUploader, type EarlyEnd, type PendingUploads } from './chunk-upload.ts'
import { startFile, type RecordedFile } from './recorded-file.ts'

/**
 *   off      nothing is recorded: the call does not allow it, or none is live
 *   on
 *   paused
 *   failed   nothing is recorded: the browser cannot, the service refused, or neither has room. The call goes on without
 */
export type RecordingView = { name: 'off' | 'on' | 'paused' | 'failed' }

export interface CallRecorderOptions {
  session: CallSession
  organizationId: string
  agentId: string
  media: Pick<CallMediaCore, 'localTracks' | 'remoteTracks' | 'view'>
  newId: () => string
}

/** Records what the answering agent's browser hears and sees (design 5), and brings it to the service. */
export interface CallRecorder {
  view: Store<RecordingView>
  uploads: Store<PendingUploads>
  /** A picture of the live call: recording begins by itself where the call allows it. */
  see: (call: CallView) => void
  pause: () => void
  resume: () => void
  /** Nothing more is recorded here. What was is still sent. `isOver`: the call is, too, and does not only go on elsewhere. */
  finish: (isOver: boolean) => void
  close: () => void
}

/** What the service is told of it. */
const stateOf = ({ name }: RecordingView) => (name === 'failed' ? 'off' : name)

/** Whether a call may be recorded: its provider says so, and the customer has not refused. */
const isAllowed = ({ recording }: CallView) => recording.mode !== 'off' && recording.consent !== 'declined'

/**
 * So many files of a call one page begins; then it goes on with the voices alone. The service takes 50, and a customer whose
 * camera goes on and off without end must not bring the recording to its end.
 */
const maxFiles = 20
/**
 * How long the other side is waited for, and its picture, before what there is goes without, in milliseconds. A page that was
 * loaded anew finds its way to the other side first: what it recorded until then would be a file of nothing.
 */
const waitTime = 2_000
/** Files that may break, a call: refused by the service, thrown away by the browser, a recorder that breaks down. */
const maxBroken = 5

/** What is recorded at the moment. */
interface Running {
  callId: string
  mix: CallMix
  unhook: () => void
  /** Files that were begun. */
  files: number
  /** Of them broke. */
  broken: number
  waits: boolean
  /** There was no room: it goes on when there is. */
  isFull: boolean
}

export function createCallRecorder(options: CallRecorderOptions): CallRecorder {
  const { session, organizationId, agentId, media, newId } = options
  const view = createStore<RecordingView>({ name: 'off' })
  const uploader = createChunkUploader({
    platform: session.platform,
    storage: openChunkStorage(),
    organizationId,
    owner: `${organizationId} ${agentId}`,
    onEarlyEnd(id, why) {
      if (file?.id === id) goOn(why)
    },
  })
  let running: Running | null = null
  let file: RecordedFile | null = null
  /** The call that this browser cannot record. */
  let impossible: string | null = null

  void uploader.resume()

  async function begin(call: CallView) {
    const callId = call.id
    const mix = mixOrNothing()
    if (!mix) {
      impossible = callId
      return view.set({ name: 'failed' })
    }
    const unhooks = [
      media.remoteTracks.subscribe(roll),
      media.view.subscribe(roll),
      session.platform.after(waitTime, () => {
        own.waits = false
        roll()
      }),
      uploader.pending.subscribe(() => {
        if (!own.isFull || uploader.pending.get().bytes > maxHeld / 2) return
        own.isFull = false
        tell('on')
        roll()
      }),
    ]
    const unhook = () => void unhooks.map((one) => one())
    const own: Running = { callId, mix, unhook, files: 0, broken: 0, waits: true, isFull: false }
    running = own
    // A page that was loaded anew goes on as the one before: what was paused stays so.
    const state = call.recording.state === 'paused' ? 'paused' : 'on'
    view.set({ name: state })
    const answer = await session.request('call.record', { call_id: callId, state })
    if (running !== own) return
    // What was not heard is said again with the next picture of the call.
    if (answer.ok || isTransient(answer.code)) roll()
    else fail()
  }

  /** null: the browser has no Web Audio, or gives none. */
  function mixOrNothing(): CallMix | null {
    try {
      return createCallMix([media.localTracks, media.remoteTracks])
    } catch {
      return null
    }
  }

  /** A file has one picture from beginning to end, or none: where the customer's camera goes on or off another one begins. */
  function roll() {
    if (!running || view.get().name === 'failed') return
    const { remoteSending, remoteVideo } = media.view.get()
    const shown = remoteVideo?.getVideoTracks()[0] ?? null
    const isThere = media.remoteTracks.get().audio !== null && (shown !== null || !remoteSending.camera)
    if (!file && !isThere && running.waits) return
    // A recorder waits for the first picture of a track, and would lose the voices until then.
    if (shown?.muted) {
      shown.addEventListener('unmute', roll, { once: true })
      if (file || running.waits) return
    }
    if (file?.picture === shown) return
    const picture = shown?.muted || running.files >= maxFiles ? null : shown
    if (file?.picture === picture) return
    file?.stop()
    file = start(running, picture)
    if (!file && picture) {
      // This browser does not record pictures.
      running.files = maxFiles
      file = start(running, null)
    }
    if (!file) fail()
    else if (view.get().name === 'paused') file.pause()
  }

  function start(own: Running, picture: MediaStreamTrack | null): RecordedFile | null {
    own.files++
    const id = newId()
    const onError = () => {
      if (file?.id === id) goOn('broken')
    }
    const { callId, mix } = own
    return startFile({ id, callId, voices: mix.track, picture, uploader, onError })
  }

  /** A file has ended before its time. Another one begins, where that may help. */
  function goOn(why: EarlyEnd) {
    file?.stop()
    file = null
    if (!running) return
    running.isFull = why === 'full' && view.get().name === 'on'
    if (why === 'broken' && ++running.broken <= maxBroken) roll()
    else fail()
  }

  function finish(isOver: boolean) {
    file?.stop()
    file = null
    running?.unhook()
    running?.mix.close()
    if (running && isOver) uploader.over(running.callId)
    running = null
    if (view.get().name !== 'off') view.set({ name: 'off' })
  }

  function fail() {
    file?.stop()
    file = null
    tell('failed')
  }

  function tell(name: 'on' | 'paused' | 'failed') {
    if (!running) return
    view.set({ name })
    void session.request('call.record', { call_id: running.callId, state: stateOf({ name }) })
  }

  return {
    view,
    uploads: uploader.pending,
    see(call) {
      if (running && running.callId !== call.id) finish(true)
      if (!running) {
        if (call.id !== impossible && isAllowed(call)) void begin(call)
        return
      }
      running.mix.wake()
      // Said while there was no socket: the customer must not read anything else than what is done.
      const { name } = view.get()
      if (name !== 'off' && stateOf({ name }) !== call.recording.state) tell(name)
    },
    pause() {
      if (view.get().name !== 'on') return
      file?.pause()
      tell('paused')
    },
    resume() {
      if (view.get().name !== 'paused') return
      file?.resume()
      tell('on')
    },
    finish,
    close() {
      finish(false)
      uploader.close()
    },
  }
}
