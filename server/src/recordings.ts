import type { Bus } from './core/bus.ts'
import type { Clock } from './core/clock.ts'
import type { Database } from './core/database.ts'
import type { EventLog } from './core/event-log.ts'
import type { Http } from './core/http.ts'
import type { RecurringJob } from './core/jobs.ts'
import type { Logger } from './core/logger.ts'
import { announceChange } from './core/organization-changes.ts'
import type { AuthorizeAgent } from './core/permissions.ts'
import type { SignedLinks } from './core/signed-links.ts'
import type { FileStorage } from './core/storage/file-storage.ts'
import { recordingLinkRoutes } from './features/recordings/recording-link-routes.ts'
import { createRecordingRetention } from './features/recordings/recording-retention.ts'
import { recordingRoutes } from './features/recordings/recording-routes.ts'
import {
  createRecordingProcessing,
  type RecordingProcessingDeps,
} from './features/recordings/recording-processing.ts'
import { createRecordings, type RecordingDeps } from './features/recordings/recordings.ts'
import { findFfmpeg } from './features/recordings/remux.ts'

export interface RecordingsDeps {
  db: Database
  bus: Bus
  clock: Clock
  logger: Logger
  http: Http
  storage: FileStorage
  links: SignedLinks
  log: EventLog
  authorizeAgent: AuthorizeAgent
  /** What calls say of theirs. */
  calls: {
    recordingPermission: RecordingDeps['recordingPermission']
    callsOver: RecordingDeps['callsOver']
    callsPastUpload: RecordingProcessingDeps['callsPastUpload']
  }
  openConversation: RecordingProcessingDeps['openConversation']
}

/** Milliseconds between two looks for recordings to be closed, joined or told of; each is three look-ups in small indexes. */
const lookEvery = 1000

/** Recordings of calls: how they arrive, what becomes of them, how they are played and when they go. */
export function composeRecordings(deps: RecordingsDeps) {
  const { db, bus, clock, logger, http, storage, links, log, calls } = deps
  const ffmpeg = findFfmpeg(process.env['PATH'] ?? '')
  const stopping = new AbortController()
  const work = createRecordingProcessing({
    signal: stopping.signal,
    db,
    storage,
    clock,
    log,
    logger,
    ffmpeg: () => ffmpeg,
    callsPastUpload: calls.callsPastUpload,
    openConversation: deps.openConversation,
    onReady: (organizationId) => announceChange(bus, organizationId, 'calls'),
  })
  const recordings = createRecordings({
    db,
    storage,
    clock,
    recordingPermission: calls.recordingPermission,
    callsOver: calls.callsOver,
    onClosed: () => lookNow(),
  })
  recordingRoutes(http, { recordings, authorizeAgent: deps.authorizeAgent })
  recordingLinkRoutes(http, { db, storage, links, clock })

  let timer: NodeJS.Timeout | undefined
  let working = false
  let running: Promise<void> = Promise.resolve()
  const lookNow = () => {
    if (timer === undefined || working) return
    clearTimeout(timer)
    look()
  }
  function look(): void {
    working = true
    running = work()
      .catch((error: unknown) => logger.error({ err: error }, 'recordings'))
      .finally(() => {
        working = false
        if (timer !== undefined) timer = setTimeout(look, lookEvery)
      })
  }

  const retain = createRecordingRetention({ db, storage, clock })
  const job: RecurringJob = { cron: '37 * * * *', run: retain }
  return {
    /** Everything that is due, at once. */
    work,
    jobs: { 'sweep-recordings': job },
    /** Of the role worker. */
    startWorker(): void {
      timer = setTimeout(look, lookEvery)
    },
    /** What is being joined is let go of; another process, or the next start, begins with it again. */
    async stopWorker(): Promise<void> {
      stopping.abort()
      clearTimeout(timer)
      timer = undefined
      await running
    },
  }
}
