import type { CallView } from '@parley/protocol/call-view'
import { createStore, type Store } from '../../store.ts'
import type { CallLine } from '../call-line.ts'
import type { CallMediaCore } from '../call-media.ts'
import { createCallMix, type CallMix } from './call-mix.ts'
import { openChunkStorage } from './chunk-storage.ts'
import { createChunkUploader, type PendingUploads } from './chunk-upload.ts'
import { startFile, type RecordedFile } from './recorded-file.ts'

/**
 *   off      nothing is recorded: the call does not allow it, or none is live
 *   on
 *   paused
 *   failed   the browser could not record, or the service refused: the call goes on without
 */
export type RecordingView = { name: 'off' | 'on' | 'paused' | 'failed' }

export interface CallRecorderOptions {
  session: CallLine
  organizationId: string
  agentId: string
  media: Pick<CallMediaCore, 'own' | 'their' | 'view'>
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
  /** The call is over here. What was recorded is still sent. */
  finish: () => void
  close: () => void
}

/** Whether a call may be recorded: its provider says so, and the customer has not refused. */
const isAllowed = ({ recording }: CallView) => recording.mode !== 'off' && recording.consent !== 'declined'

export function createCallRecorder(options: CallRecorderOptions): CallRecorder {
  const { session, organizationId, agentId, media, newId } = options
  const view = createStore<RecordingView>({ name: 'off' })
  const uploader = createChunkUploader({
    platform: session.platform,
    storage: openChunkStorage(),
    organizationId,
    owner: `${organizationId} ${agentId}`,
    onRefused(id) {
      if (file?.id === id) fail()
    },
  })
  /** Of the call that is recorded. */
  let running: { callId: string; mix: CallMix; unhook: () => void } | null = null
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
    const unhooks = [media.their.subscribe(roll), media.view.subscribe(roll)]
    running = { callId, mix, unhook: () => void unhooks.map((unhook) => unhook()) }
    // A page that was loaded anew goes on as the one before: what was paused stays so.
    const state = call.recording.state === 'paused' ? 'paused' : 'on'
    view.set({ name: state })
    const answer = await session.request('call.record', { call_id: callId, state })
    if (running.callId !== callId) return
    if (answer.ok || answer.code === 'disconnected' || answer.code === 'timeout') roll()
    else fail()
  }

  /** null: the browser has no Web Audio, or gives none. */
  function mixOrNothing(): CallMix | null {
    try {
      return createCallMix([media.own, media.their])
    } catch {
      return null
    }
  }

  /** A file has one picture from beginning to end, or none: where the customer's camera goes on or off another one begins. */
  function roll() {
    if (!running || view.get().name === 'failed') return
    const picture = media.view.get().theirPicture?.getVideoTracks()[0] ?? null
    if (file?.picture === picture) return
    // A recorder waits for the first picture of a track, and would lose the voices until then.
    if (picture?.muted) return picture.addEventListener('unmute', roll, { once: true })
    file?.stop()
    file = startFile({
      id: newId(),
      callId: running.callId,
      voices: running.mix.track,
      picture,
      uploader,
      onError: fail,
    })
    if (view.get().name === 'paused') file?.pause()
  }

  function finish() {
    file?.stop()
    file = null
    running?.unhook()
    running?.mix.close()
    running = null
    if (view.get().name !== 'off') view.set({ name: 'off' })
  }

  function fail() {
    if (!running) return
    const { callId } = running
    file?.stop()
    file = null
    view.set({ name: 'failed' })
    void session.request('call.record', { call_id: callId, state: 'off' })
  }

  function tell(state: 'on' | 'paused') {
    if (!running) return
    view.set({ name: state })
    void session.request('call.record', { call_id: running.callId, state })
  }

  return {
    view,
    uploads: uploader.pending,
    see(call) {
      if (running && running.callId !== call.id) finish()
      if (!running && call.id !== impossible && isAllowed(call)) void begin(call)
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
      finish()
      uploader.close()
    },
  }
}
