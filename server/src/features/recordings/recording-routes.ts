import {
  maxChunkBytes,
  RecordingEnd,
  RecordingProgress,
  RecordingsComplete,
} from '@parley/protocol/recording'
import { closed, Id } from '@parley/protocol/scalars'
import type { FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import Type from 'typebox'
import { AppError } from '../../core/app-error.ts'
import type { Http } from '../../core/http.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import { abortWhenSlow } from '../../core/slow-body.ts'
import { createKeyedSemaphore } from '../../core/semaphore.ts'
import type { RecordingAddress, Recordings } from './recordings.ts'

const tags = ['Calls']

/** Chunks are held in memory while they arrive. A browser sends one at a time per tab. */
const maxChunksPerAgent = 8

const CallParams = { organization_id: Id, call_id: Id }
const RecordingParams = { ...CallParams, recording_id: Id }
// A string pattern, because conversion to an integer would accept `1.5` as 1 and round large numbers.
const Seq = Type.String({ pattern: '^(0|[1-9]\\d{0,5})$' })
const ChunkParams = Type.Object({ ...RecordingParams, seq: Seq }, closed)

const recordingsOfCall = '/v1/organizations/:organization_id/calls/:call_id/recordings'
const recording = `${recordingsOfCall}/:recording_id`

/** Upload of a recording by the answering agent's browser, while it is being recorded. */
export function recordingRoutes(
  http: Http,
  deps: { recordings: Recordings; authorizeAgent: AuthorizeAgent },
): void {
  const { recordings, authorizeAgent } = deps
  const chunksOfAgent = createKeyedSemaphore(maxChunksPerAgent)

  async function addressOf(
    request: FastifyRequest,
    params: { organization_id: string; call_id: string; recording_id: string },
  ): Promise<RecordingAddress> {
    const { agentId, organizationId } = await authorizeAgent(request, params.organization_id)
    return { organizationId, agentId, callId: params.call_id, recordingId: params.recording_id }
  }

  http.post(
    `${recording}/finish`,
    {
      schema: {
        tags,
        summary: 'Finish a recording: no more chunks follow',
        params: Type.Object(RecordingParams, closed),
        body: RecordingEnd,
        response: { 200: RecordingProgress },
      },
    },
    async (request) => recordings.finish(await addressOf(request, request.params), request.body.chunks),
  )

  http.post(
    `${recordingsOfCall}/complete`,
    {
      schema: {
        tags,
        summary:
          'Report that the agent’s browser has uploaded everything of the ended call, so that call.recording_ready can be sent',
        params: Type.Object(CallParams, closed),
        response: { 200: RecordingsComplete },
      },
    },
    async (request) => {
      const { organization_id, call_id: callId } = request.params
      const { agentId, organizationId } = await authorizeAgent(request, organization_id)
      return recordings.complete({ organizationId, agentId, callId })
    },
  )

  void http.register(async (scope: Http) => {
    // The handler reads the body after authorization, so unauthorized requests cannot fill memory.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.put(
      `${recording}/chunks/:seq`,
      {
        config: { streamsBody: true },
        schema: {
          tags,
          summary: 'Upload a chunk of a recording. The body contains its bytes; repeat until acknowledged',
          params: ChunkParams,
          response: { 200: RecordingProgress },
        },
      },
      async (request) => {
        abortWhenSlow(request.raw, maxChunkBytes)
        const at = await addressOf(request, request.params)
        const call = await recordings.permitChunk(at)
        const progress = chunksOfAgent.tryRun(at.agentId, async () =>
          recordings.receiveChunk(at, call, {
            seq: Number(request.params.seq),
            bytes: await readChunk(request.raw),
            contentType: request.headers['content-type'] ?? '',
          }),
        )
        if (!progress) throw new AppError('rate_limited', { retryAfter: 1 })
        return progress
      },
    )
  })
}

/** @throws AppError payload_too_large, invalid_request for an empty one and for one that broke off */
async function readChunk(request: IncomingMessage): Promise<Buffer> {
  // Rejected before reading: Node discards the rest, and the browser sees the response after it has sent everything.
  if (Number(request.headers['content-length'] ?? 0) > maxChunkBytes) throw new AppError('payload_too_large')
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      length += part.length
      // Only senders without content-length get here, which no browser is: leaving the loop destroys the stream.
      if (length > maxChunkBytes) throw new AppError('payload_too_large')
      parts.push(part)
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('invalid_request', { detail: 'The upload of the chunk was interrupted.', cause })
  }
  if (length === 0) throw new AppError('invalid_request', { detail: 'The chunk is empty.' })
  return Buffer.concat(parts)
}
