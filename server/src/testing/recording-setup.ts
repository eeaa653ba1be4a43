import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { CallRecordingReady } from '@parley/protocol/call'
import { recordingLateSeconds } from '@parley/protocol/recording'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createEventLog, type PublicEntry } from '../core/event-log.ts'
import { openDatabase } from '../core/database.ts'
import { createHttp } from '../core/http.ts'
import { newId } from '../core/ids.ts'
import { createLogger } from '../core/logger.ts'
import { createSecrets } from '../core/secrets.ts'
import { createSignedLinks } from '../core/signed-links.ts'
import type { FileStorage } from '../core/storage/file-storage.ts'
import { createDownloadLimit } from '../core/storage/download-limit.ts'
import { openFileStorage } from '../core/storage/open-file-storage.ts'
import { confirmFiles as confirmStorage, takeOverFiles } from '../core/storage/storage-owner.ts'
import { startPanelService, type Member } from './panel-service.ts'
import { createRecordingFiles } from '../features/recordings/recording-files.ts'
import { recordingLinkRoutes } from '../features/recordings/recording-link-routes.ts'
import { createRecordingRetention } from '../features/recordings/recording-retention.ts'
import { recordingRoutes } from '../features/recordings/recording-routes.ts'
import {
  createRecordingProcessing,
  type RecordingProcessingDeps,
} from '../features/recordings/recording-processing.ts'
import { createRecordings, type RecordableCall } from '../features/recordings/recordings.ts'

/** A simulated call. */
export interface SimulatedCall extends RecordableCall {
  agentId: string
  /** Whether its settings and consent permit recording. */
  recordable: boolean
  /** Milliseconds since the epoch; null: still active. */
  endedAt: number | null
}

/**
 * The recordings feature with real agents, database, log, directory and HTTP server. Calls are simulated, the clock is manual,
 * and background work runs only when a test calls it.
 */
export async function setUpRecordings(options: { wrap?: (storage: FileStorage) => FileStorage } = {}) {
  const panel = await startPanelService()
  const handle = openDatabase(panel.url, { connections: 6 })
  const { db } = handle
  const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-recordings-'))
  const opened = await openFileStorage({ dataDir, s3: null })
  const storage = options.wrap?.(opened) ?? opened
  const time = { now: Date.parse('2026-01-31T10:20:30.000Z') }
  const clock = () => time.now
  const links = createSignedLinks(createSecrets('a secret for tests, long enough to be one'))
  const http = createHttp({ logger: createLogger('silent'), trustProxy: false })
  const calls = new Map<string, SimulatedCall>()
  const published: PublicEntry[] = []
  const ready: string[] = []
  const log = createEventLog({
    db,
    bus: panel.bus,
    clock,
    outbox: async (_trx, entries) => {
      published.push(...entries)
      return () => {}
    },
  })
  const recordings = createRecordings({
    db,
    storage,
    clock,
    async recordingPermission(organizationId, callId, agentId) {
      const call = calls.get(callId)
      if (call?.organization_id !== organizationId) return { verdict: 'unknown' }
      if (!call.recordable || call.agentId !== agentId) return { verdict: 'refused' }
      const { agentId: _, recordable: __, endedAt: ___, ...allowed } = call
      return { verdict: 'allowed', call: allowed, open: true, isLastAgent: true }
    },
    callsOver: async (ids) => ids.filter((id) => calls.get(id)?.endedAt !== null),
    onClosed() {},
  })
  // The panel's own directory was marked before.
  await takeOverFiles(handle.pool, storage)
  const confirmFiles = () => confirmStorage(handle.pool, storage)
  const { authorizeAgent } = panel
  recordingRoutes(http, { recordings, authorizeAgent })
  recordingLinkRoutes(http, { db, storage, admitDownload: createDownloadLimit(), links, clock })
  await http.listen({ host: '127.0.0.1', port: 0 })
  const baseUrl = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`

  /** Background processing of one process. */
  const worker = (
    ffmpeg: string | null = null,
    uses: Partial<{
      storage: FileStorage
      signal: AbortSignal
      openConversation: RecordingProcessingDeps['openConversation']
    }> = {},
  ) =>
    createRecordingProcessing({
      db,
      storage: uses.storage ?? storage,
      signal: uses.signal ?? new AbortController().signal,
      clock,
      log,
      logger: createLogger('silent'),
      confirmFiles: () => confirmStorage(handle.pool, uses.storage ?? storage),
      ffmpeg: async () => ffmpeg,
      callsPastUpload: async (ids) =>
        ids.filter((id) => {
          const call = calls.get(id)
          return !call || (call.endedAt !== null && time.now - call.endedAt > recordingLateSeconds * 1000)
        }),
      openConversation: uses.openConversation ?? (async () => null),
      onReady: (organizationId) => ready.push(organizationId),
    })

  const shop = await panel.found('Shop')

  /** A call answered by the shop's owner, from a customer with a log. */
  async function call(more: Partial<SimulatedCall> = {}, agent: Member = shop): Promise<SimulatedCall> {
    const made: SimulatedCall = {
      id: newId(),
      organization_id: agent.organizationId,
      customer_id: newId(),
      provider_id: newId(),
      external_id: 'member-7',
      recording_days: 30,
      recorded_seconds: 100_000,
      agentId: agent.agentId,
      recordable: true,
      endedAt: null,
      ...more,
    }
    await log.transact(async (tx) => {
      const { customer_id, organization_id, provider_id } = made
      tx.begin({ customer_id, organization_id, provider_id, born: '' })
    })
    calls.set(made.id, made)
    return made
  }

  const pathOf = (of: { organization_id: string; id: string }, recordingId: string) =>
    `/v1/organizations/${of.organization_id}/calls/${of.id}/recordings/${recordingId}`

  async function answerOf(response: Response): Promise<string> {
    const body = (await response.json()) as { next?: number; complete?: boolean; code?: string }
    if (body.complete !== undefined) return `${response.status} complete ${body.complete}`
    return body.next === undefined
      ? `${response.status} ${body.code}`
      : `${response.status} next ${body.next}`
  }

  /** Returns `200 next 1`, or status and error code. */
  async function put(
    of: { organization_id: string; id: string },
    recordingId: string,
    seq: number | string,
    bytes: Buffer | string,
    options: { type?: string; cookie?: string | null } = {},
  ): Promise<string> {
    const cookie = options.cookie === undefined ? shop.cookie : options.cookie
    return answerOf(
      await fetch(`${baseUrl}${pathOf(of, recordingId)}/chunks/${seq}`, {
        method: 'PUT',
        headers: {
          'content-type': options.type ?? 'audio/webm;codecs=opus',
          ...(cookie !== null && { cookie }),
        },
        body: new Uint8Array(Buffer.from(bytes)),
      }),
    )
  }

  async function finish(
    of: { organization_id: string; id: string },
    recordingId: string,
    chunks: unknown,
    cookie: string | null = shop.cookie,
  ): Promise<string> {
    return answerOf(
      await fetch(`${baseUrl}${pathOf(of, recordingId)}/finish`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(cookie !== null && { cookie }) },
        body: JSON.stringify({ chunks }),
      }),
    )
  }

  const complete = async (of: { organization_id: string; id: string }, cookie: string | null = shop.cookie) =>
    answerOf(
      await fetch(`${baseUrl}/v1/organizations/${of.organization_id}/calls/${of.id}/recordings/complete`, {
        method: 'POST',
        headers: { ...(cookie !== null && { cookie }) },
      }),
    )

  return {
    panel,
    shop,
    http,
    db,
    pool: handle.pool,
    storage,
    time,
    clock,
    links,
    baseUrl,
    published,
    ready,
    call,
    put,
    finish,
    complete,
    /** Ends the call and completes its recordings. */
    async end(of: SimulatedCall): Promise<void> {
      of.endedAt ??= time.now
      const answer = await complete(of)
      if (answer !== '200 complete true') throw new Error(answer)
    },
    worker,
    work: worker(),
    pathOf,
    /** Uploads and finishes a recording. If the call has ended, completes its recordings too. */
    async record(of: SimulatedCall, pieces: Buffer[], recordingId = newId(), type?: string): Promise<string> {
      for (const [seq, piece] of pieces.entries()) {
        const answer = await put(of, recordingId, seq, piece, type === undefined ? {} : { type })
        if (answer !== `200 next ${seq + 1}`) throw new Error(answer)
      }
      await finish(of, recordingId, pieces.length)
      if (of.endedAt !== null) await complete(of)
      return recordingId
    },
    files: createRecordingFiles({ db, links, clock, baseUrl }),
    /** The recording_ready events of this call. */
    readyEvents: (of: SimulatedCall) =>
      published
        .filter((entry) => entry.type === 'call.recording_ready')
        .map((entry) => entry.data as CallRecordingReady)
        .filter((data) => data.id === of.id),
    retain: createRecordingRetention({
      db,
      storage,
      clock,
      logger: createLogger('silent'),
      confirmFiles,
    }),
    /** Paths of all stored files. */
    storedFiles: async () =>
      (await readdir(path.join(dataDir, 'media'), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(path.join(dataDir, 'media'), path.join(entry.parentPath, entry.name))),
    async close() {
      await http.close()
      await handle.close()
      await panel.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

export type RecordingSetup = Awaited<ReturnType<typeof setUpRecordings>>

/** 3.6 s of Chromium's test tone, recorded by its MediaRecorder in chunks of one second. */
export async function sample(name: 'audio.webm' | 'video.webm' | 'audio.mp4'): Promise<Buffer[]> {
  const bytes = await readFile(new URL(`recording-samples/${name}`, import.meta.url))
  let at = 0
  return lengths[name].map((length) => bytes.subarray(at, (at += length)))
}

const lengths = {
  'audio.webm': [1561, 1953, 2311, 1353],
  'video.webm': [4614, 4103, 3912, 2661],
  'audio.mp4': [641, 4080, 2321, 1123],
}
