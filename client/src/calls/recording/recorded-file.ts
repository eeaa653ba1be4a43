import type { ChunkUploader } from './chunk-upload.ts'

/** Length of a chunk: at most this much is lost when a tab crashes. */
const timesliceMs = 1_500
/** About 15 MB of audio and 270 MB of video per hour. */
const audioBitsPerSecond = 32_000
const videoBitsPerSecond = 600_000

/** In order of preference. Safari before 18.4 cannot record WebM. */
const audioTypes = ['audio/webm;codecs=opus', 'audio/mp4']
const videoTypes = ['video/webm;codecs=vp8,opus', 'video/mp4']

export interface RecordedFileOptions {
  id: string
  callId: string
  audio: MediaStreamTrack
  video: MediaStreamTrack | null
  uploader: ChunkUploader
  /** The recorder failed or stopped unexpectedly. */
  onError: () => void
}

/** One MediaRecorder, which writes one file of the call. */
export interface RecordedFile {
  id: string
  video: MediaStreamTrack | null
  pause: () => void
  resume: () => void
  /** The recorder's remaining data is still uploaded. */
  stop: () => void
}

/** Returns null if the browser cannot record these tracks. */
export function startFile(options: RecordedFileOptions): RecordedFile | null {
  const { id, callId, audio, video, uploader, onError } = options
  try {
    const types = video ? videoTypes : audioTypes
    const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type)) ?? ''
    const stream = new MediaStream(video ? [audio, video] : [audio])
    const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond, videoBitsPerSecond })
    recorder.start(timesliceMs)
    // After the recorder started: an upload must be finished, and the recorder may throw.
    const upload = uploader.start({ id, call_id: callId, mime: mimeType || recorder.mimeType })
    // Blobs are read in order.
    let reading = Promise.resolve()
    let stopped = false
    let isBroken = false

    async function read(data: Blob) {
      if (isBroken) return
      try {
        await upload.add(await data.arrayBuffer())
      } catch {
        // Under memory pressure a blob may be unreadable. A file with a gap cannot be played.
        isBroken = true
        onError()
      }
    }

    recorder.addEventListener('dataavailable', ({ data }) => {
      reading = reading.then(() => read(data))
    })
    recorder.addEventListener('stop', () => {
      void reading.then(upload.finish)
      if (!stopped) onError()
    })
    recorder.addEventListener('error', onError)

    return {
      id,
      video,
      // Flushes what was recorded before the pause.
      pause() {
        if (recorder.state === 'inactive') return
        recorder.requestData()
        recorder.pause()
      },
      resume() {
        if (recorder.state !== 'inactive') recorder.resume()
      },
      stop() {
        stopped = true
        if (recorder.state === 'inactive') return
        upload.stopping()
        recorder.stop()
      },
    }
  } catch {
    return null
  }
}
