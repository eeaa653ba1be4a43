import type { CallView } from '@parley/protocol/call-view'
import { stopAll } from '../../browser/listen.ts'
import { isTransient } from '../../connection/result.ts'
import { createStore, type Store } from '../../state/store.ts'
import type { AgentCallState } from '../agent-call-state.ts'
import type { AgentCallSession } from '../call-signaling.ts'
import type { CallMediaCore } from '../call-media.ts'
import { createCallMix, type CallMix } from './call-mix.ts'
import { maxMemoryBytes, openChunkStorage } from './chunk-storage.ts'
import { createChunkUploader, type EarlyEnd } from './chunk-upload.ts'
import type { PendingUploads } from './pending-uploads.ts'
import { startFile, type RecordedFile } from './recorded-file.ts'

/**
 *   off      nothing is recorded: the call does not allow it, or none is live
 *   on
 *   paused
 *   failed   nothing is recorded: unsupported browser, refused by the server, or storage full. The call continues
 */
export type RecordingView = { name: 'off' | 'on' | 'paused' | 'failed' }

export interface CallRecorderOptions {
  session: AgentCallSession
  /** The call in this window. */
  state: Store<AgentCallState>
  organizationId: string
  agentId: string
  media: Pick<CallMediaCore, 'localTracks' | 'remoteTracks' | 'view'>
  newId: () => string
}

/** Records both sides in the answering agent's browser and uploads the recording (design 5). */
export interface CallRecorder {
  view: Store<RecordingView>
  uploads: Store<PendingUploads>
  /** Takes the latest view of the live call. Recording starts automatically if the call allows it. */
  update: (call: CallView) => void
  pause: () => void
  resume: () => void
  /** Stops recording; uploads continue. `isOver`: the call has ended, rather than moved to another window. */
  finish: (isOver: boolean) => void
  /** Called when a call has ended whose recording was finished before. */
  callEnded: (callId: string) => void
  close: () => void
}

/** The state that `call.record` reports. */
const stateOf = ({ name }: RecordingView) => (name === 'failed' ? 'off' : name)

/** Whether the provider records calls and the customer has not declined. */
const isAllowed = ({ recording }: CallView) => recording.mode !== 'off' && recording.consent !== 'declined'

/**
 * Files per page and call; beyond it only audio is recorded. The server accepts 50, and a customer who toggles the camera
 * repeatedly must not exhaust them.
 */
const maxFiles = 20
/** Time to wait for the other side's media. After a reload, a file started earlier would be empty. */
const remoteMediaTimeoutMs = 2_000
/** Failed files per call: refused by the server, evicted by the browser, or ended by a recorder error. */
const maxFailures = 5

/** The recording in progress. */
interface Running {
  callId: string
  mix: CallMix
  unsubscribe: () => void
  /** Files started. */
  files: number
  /** Files that failed. */
  failures: number
  isWaiting: boolean
  /** Storage was full: recording continues once it has space. */
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
    onEarlyEnd(id, reason) {
      if (file?.id === id) continueAfter(reason)
    },
  })
  let running: Running | null = null
  let file: RecordedFile | null = null
  /** Id of a call that this browser cannot record. */
  let unsupportedCallId: string | null = null

  let wasElsewhere = false
  // Another window may leave recordings that began after this one was opened: of the call that is shown as elsewhere, or of
  // one that this window has not seen because it was offline.
  const stopListening = stopAll(
    session.onLive(() => void uploader.resume()),
    options.state.subscribe(() => {
      const isElsewhere = options.state.get().name === 'elsewhere'
      if (wasElsewhere && !isElsewhere) void uploader.resume()
      wasElsewhere = isElsewhere
    }),
  )
  void uploader.resume()

  async function startRecording(call: CallView) {
    const callId = call.id
    const mix = tryCreateMix()
    if (!mix) {
      unsupportedCallId = callId
      return view.set({ name: 'failed' })
    }
    const unsubscribes = [
      media.remoteTracks.subscribe(updateFile),
      media.view.subscribe(updateFile),
      session.platform.after(remoteMediaTimeoutMs, () => {
        own.isWaiting = false
        updateFile()
      }),
      uploader.pending.subscribe(() => {
        if (!own.isFull || uploader.pending.get().bytes > maxMemoryBytes / 2) return
        own.isFull = false
        report('on')
        updateFile()
      }),
    ]
    const unsubscribe = () => void unsubscribes.map((one) => one())
    const own: Running = { callId, mix, unsubscribe, files: 0, failures: 0, isWaiting: true, isFull: false }
    running = own
    // A paused recording stays paused after a reload.
    const state = call.recording.state === 'paused' ? 'paused' : 'on'
    view.set({ name: state })
    const answer = await session.request('call.record', { call_id: callId, state })
    if (running !== own) return
    // A lost request is repeated with the next view of the call; so is one refused because it was sent on a new socket before
    // its call.join.
    if (answer.ok || isTransient(answer.code) || answer.code === 'call_elsewhere') updateFile()
    else fail()
  }

  /** Returns null if Web Audio is unavailable. */
  function tryCreateMix(): CallMix | null {
    try {
      return createCallMix([media.localTracks, media.remoteTracks])
    } catch {
      return null
    }
  }

  /** A file has the same tracks throughout: when the customer's camera is turned on or off, a new file starts. */
  function updateFile() {
    if (!running || view.get().name === 'failed') return
    const { remoteSending, remoteVideo } = media.view.get()
    const shown = remoteVideo?.getVideoTracks()[0] ?? null
    const isThere = media.remoteTracks.get().audio !== null && (shown !== null || !remoteSending.camera)
    if (!file && !isThere && running.isWaiting) return
    // A recorder waits for the first video frame and would lose the audio until then.
    if (shown?.muted) {
      shown.addEventListener('unmute', updateFile, { once: true })
      if (file || running.isWaiting) return
    }
    if (file?.video === shown) return
    const video = shown?.muted || running.files >= maxFiles ? null : shown
    if (file?.video === video) return
    file?.stop()
    file = startNextFile(running, video)
    if (!file && video) {
      // This browser cannot record video.
      running.files = maxFiles
      file = startNextFile(running, null)
    }
    if (!file) fail()
    else if (view.get().name === 'paused') file.pause()
  }

  function startNextFile(own: Running, video: MediaStreamTrack | null): RecordedFile | null {
    own.files++
    const id = newId()
    const onError = () => {
      if (file?.id === id) continueAfter('broken')
    }
    const { callId, mix } = own
    return startFile({ id, callId, audio: mix.track, video, uploader, onError })
  }

  /** Starts another file after one that failed, if that may help. */
  function continueAfter(reason: EarlyEnd) {
    file?.stop()
    file = null
    if (!running) return
    running.isFull = reason === 'full' && view.get().name === 'on'
    if (reason === 'broken' && ++running.failures <= maxFailures) updateFile()
    else fail()
  }

  function finish(isOver: boolean) {
    file?.stop()
    file = null
    running?.unsubscribe()
    running?.mix.close()
    if (running && isOver) uploader.callEnded(running.callId)
    running = null
    if (view.get().name !== 'off') view.set({ name: 'off' })
  }

  function fail() {
    file?.stop()
    file = null
    report('failed')
  }

  function report(name: 'on' | 'paused' | 'failed') {
    if (!running) return
    view.set({ name })
    void session.request('call.record', { call_id: running.callId, state: stateOf({ name }) })
  }

  return {
    view,
    uploads: uploader.pending,
    update(call) {
      if (running && running.callId !== call.id) finish(true)
      if (!running) {
        if (call.id !== unsupportedCallId && isAllowed(call)) void startRecording(call)
        return
      }
      running.mix.wake()
      // A change may have been lost without a socket, and the customer must see the actual state.
      const { name } = view.get()
      if (name !== 'off' && stateOf({ name }) !== call.recording.state) report(name)
    },
    pause() {
      if (view.get().name !== 'on') return
      file?.pause()
      report('paused')
    },
    resume() {
      if (view.get().name !== 'paused') return
      file?.resume()
      report('on')
    },
    finish,
    callEnded: uploader.callEnded,
    close() {
      stopListening()
      finish(false)
      uploader.close()
    },
  }
}
