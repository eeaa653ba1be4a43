import type { EventLog } from '../core/event-log.ts'
import { announceChange } from '../core/organization-changes.ts'
import type { AuthorizeAgent } from '../core/permissions.ts'
import { createRecordingFiles } from '../features/recordings/recording-files.ts'
import { recordingLinkRoutes } from '../features/recordings/recording-link-routes.ts'
import { createRecordingRetention } from '../features/recordings/recording-retention.ts'
import { recordingRoutes } from '../features/recordings/recording-routes.ts'
import {
  createRecordingProcessing,
  type RecordingProcessingDeps,
} from '../features/recordings/recording-processing.ts'
import { createRecordingWorker } from '../features/recordings/recording-worker.ts'
import { createRecordings, type RecordingDeps } from '../features/recordings/recordings.ts'
import { findFfmpeg } from '../features/recordings/remux.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

/** The playable files of calls, for lists of calls. */
export const composeRecordingFiles = (infra: Infrastructure) => createRecordingFiles(infra)

export interface RecordingPorts {
  log: EventLog
  agents: { authorizeAgent: AuthorizeAgent }
  calls: Pick<RecordingDeps, 'recordingPermission' | 'callsOver'> &
    Pick<RecordingProcessingDeps, 'callsPastUpload'>
  conversations: Pick<RecordingProcessingDeps, 'openConversation'>
}

/** Recordings of calls: upload, joining, playback and retention. */
export function composeRecordings(infra: Infrastructure, ports: RecordingPorts) {
  const { bus, lifecycle, logger } = infra
  const { log, agents, calls, conversations } = ports
  const ffmpeg = findFfmpeg(process.env['PATH'] ?? '')
  const work = createRecordingProcessing({
    ...infra,
    log,
    signal: lifecycle.signal,
    ffmpeg: () => ffmpeg,
    callsPastUpload: calls.callsPastUpload,
    openConversation: conversations.openConversation,
    onReady: (organizationId) => announceChange(bus, organizationId, 'calls'),
  })
  const worker = createRecordingWorker({ work, logger })
  lifecycle.addWorker(worker)
  const recordings = createRecordings({
    ...infra,
    recordingPermission: calls.recordingPermission,
    callsOver: calls.callsOver,
    onClosed: worker.wake,
  })
  return defineFeature({
    /** Does everything that is due, for tests. */
    work,
    routes(http) {
      recordingRoutes(http, { recordings, authorizeAgent: agents.authorizeAgent })
      recordingLinkRoutes(http, infra)
    },
    jobs: { 'sweep-recordings': { cron: '37 * * * *', run: createRecordingRetention(infra) } },
  })
}
