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

/** null: the browser does not record, which `onError` was told. */
export function startFile(options: RecordedFileOptions): RecordedFile | null {
  const { id, callId, voices, picture, uploader, onError } = options
  try {
    const types = picture ? videoTypes : audioTypes
    const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type)) ?? ''
    const stream = new MediaStream(picture ? [voices, picture] : [voices])
    const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond, videoBitsPerSecond })
    const mime = mimeType || recorder.mimeType
    const upload = uploader.begin({ id, call_id: callId, mime })
    // Blobs are read in order, whatever reading takes.
    let reading = Promise.resolve()

    recorder.addEventListener('dataavailable', ({ data }) => {
      reading = reading.then(async () => upload.add(await data.arrayBuffer()))
    })
    recorder.addEventListener('stop', () => void reading.then(upload.finish))
    recorder.addEventListener('error', onError)
    recorder.start(timeslice)

    return {
      id,
      picture,
      // At once, so that what was said before the pause does not wait for its end.
      pause() {
        recorder.requestData()
        recorder.pause()
      },
      resume: () => recorder.resume(),
      stop() {
        if (recorder.state !== 'inactive') recorder.stop()
      },
    }
  } catch {
    onError()
    return null
  }
}
