import type { ChunkUploader } from './chunk-upload.ts'

/** How often a piece leaves the browser, in milliseconds: so much is lost where a tab dies. */
const timeslice = 1_500
/** Speech, and a picture that need not be sharp: 15 MB and 270 MB an hour. */
const audioBitsPerSecond = 32_000
const videoBitsPerSecond = 600_000

/** The first that the browser writes. Safari writes no WebM before 18.4. */
const audioTypes = ['audio/webm;codecs=opus', 'audio/mp4']
const videoTypes = ['video/webm;codecs=vp8,opus', 'video/mp4']

export interface RecordedFileOptions {
  id: string
  callId: string
  voices: MediaStreamTrack
  picture: MediaStreamTrack | null
  uploader: ChunkUploader
  /** The recorder has broken down, or stopped by itself. */
  onError: () => void
}

/** One MediaRecorder, and so one file of the call. */
export interface RecordedFile {
  id: string
  picture: MediaStreamTrack | null
  pause: () => void
  resume: () => void
  /** What is still in the recorder follows by itself. */
  stop: () => void
}

/** null: the browser does not record this. */
export function startFile(options: RecordedFileOptions): RecordedFile | null {
  const { id, callId, voices, picture, uploader, onError } = options
  try {
    const types = picture ? videoTypes : audioTypes
    const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type)) ?? ''
    const stream = new MediaStream(picture ? [voices, picture] : [voices])
    const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond, videoBitsPerSecond })
    recorder.start(timeslice)
    // It may have thrown before: what was begun has to be finished.
    const upload = uploader.begin({ id, call_id: callId, mime: mimeType || recorder.mimeType })
    // Blobs are read in order, whatever reading takes.
    let reading = Promise.resolve()
    let stopped = false
    let isBroken = false

    async function read(data: Blob) {
      if (isBroken) return
      try {
        await upload.add(await data.arrayBuffer())
      } catch {
        // Under memory pressure a blob cannot be read any more. What follows a hole makes no sense.
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
      picture,
      // At once, so that what was said before the pause does not wait for its end.
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
        if (recorder.state !== 'inactive') recorder.stop()
      },
    }
  } catch {
    return null
  }
}
