import type { CallRecordingFile, CallRecordingReady, Recording } from '@parley/protocol/call'
import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import type { SignedLinks } from '../../core/signed-links.ts'
import { countFiles, filesOfCall, isUnannounced, type RecordingFile } from './recording-file-store.ts'
import { recordingPath } from './recording-names.ts'

/** Spec 2.5: 24 hours from the delivery, plus the 10 s an attempt may take after it was signed. */
const linkLifetimeSeconds = 24 * 3600 + 12

/** Signs the bare paths of a logged event for one delivery. `now` in milliseconds. */
export const signRecordings =
  (deps: { baseUrl: string; links: SignedLinks }) =>
  (data: CallRecordingReady, now: number): CallRecordingReady => ({
    ...data,
    recordings: data.recordings.map((file) => ({ ...file, url: signed(deps, file.url, now) })),
  })

const signed = (deps: { baseUrl: string; links: SignedLinks }, path: string, now: number): string =>
  deps.baseUrl + deps.links.sign(path, Math.ceil(now / 1000) + linkLifetimeSeconds)

/** A recording as logged: the members of spec 2.5, `url` without a signature. */
export const loggedRecording = ({ id, name, mime, size }: RecordingFile): Recording => ({
  id,
  name,
  mime,
  size,
  url: recordingPath(id, name),
})

export type RecordingFiles = ReturnType<typeof createRecordingFiles>

/** Playable recordings of calls, for lists and details. */
export function createRecordingFiles(deps: {
  db: Database
  links: SignedLinks
  clock: Clock
  baseUrl: string
}) {
  const { db, clock } = deps
  return {
    /** Oldest first, with links for 24 h. */
    async filesOf(organizationId: string, callId: string): Promise<CallRecordingFile[]> {
      const files = await filesOfCall(db, organizationId, callId)
      return files.map((file) => ({
        ...loggedRecording(file),
        url: signed(deps, recordingPath(file.id, file.name), clock()),
        duration: file.duration,
        created_at: file.created_at,
      }))
    },
    /** Whether call.recording_ready is still to come. Until then, files may be added. */
    isPending: (organizationId: string, callId: string): Promise<boolean> =>
      isUnannounced(db, organizationId, callId),
    /** Number of files per call; calls without a file are omitted. */
    async countsOf(callIds: string[]): Promise<Map<string, number>> {
      if (callIds.length === 0) return new Map()
      return new Map((await countFiles(db, callIds)).map(({ call_id: id, count }) => [id, count]))
    },
  }
}
