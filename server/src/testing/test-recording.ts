import { newId } from '../core/ids.ts'
import { sample } from './recording-setup.ts'
import { baseUrl, type TestOrganization, type TestService } from './test-service.ts'

export interface Recorder {
  service: TestService
  organization: TestOrganization
  /** Session cookie of the recording agent. */
  cookie: string
  callId: string
  recordingId: string
}

/** Uploads one chunk like the agent's browser. Returns `200`, or status and error code. */
export async function putChunk(recorder: Recorder, seq: number, bytes: Buffer): Promise<string> {
  return answerOf(recorder, 'PUT', `/chunks/${seq}`, { 'content-type': 'audio/webm;codecs=opus' }, bytes)
}

export async function finishRecording(recorder: Recorder, chunks: number): Promise<string> {
  const body = JSON.stringify({ chunks })
  return answerOf(recorder, 'POST', '/finish', { 'content-type': 'application/json' }, Buffer.from(body))
}

/** Reports that all recordings of the call are uploaded. Returns `200 false` while the call is active. */
export async function completeRecordings(of: Omit<Recorder, 'recordingId'>): Promise<string> {
  const answer = await of.service.app.http.inject({
    method: 'POST',
    url: `/v1/organizations/${of.organization.id}/calls/${of.callId}/recordings/complete`,
    headers: { cookie: of.cookie, origin: baseUrl },
  })
  const { complete, code } = answer.json<{ complete?: boolean; code?: string }>()
  return `${answer.statusCode} ${code ?? String(complete)}`
}

async function answerOf(
  { service, organization, cookie, callId, recordingId }: Recorder,
  method: 'PUT' | 'POST',
  path: string,
  headers: Record<string, string>,
  payload: Buffer,
): Promise<string> {
  const answer = await service.app.http.inject({
    method,
    url: `/v1/organizations/${organization.id}/calls/${callId}/recordings/${recordingId}${path}`,
    headers: { ...headers, cookie, origin: baseUrl },
    payload,
  })
  return answer.statusCode === 200 ? '200' : `${answer.statusCode} ${answer.json<{ code: string }>().code}`
}

/** Uploads a complete recording of 3.6 s. */
export async function recordCall(options: Omit<Recorder, 'recordingId'>): Promise<string> {
  const recorder = { ...options, recordingId: newId() }
  const chunks = await sample('audio.webm')
  for (const [seq, chunk] of chunks.entries()) {
    const answer = await putChunk(recorder, seq, chunk)
    if (answer !== '200') throw new Error(`A chunk was rejected: ${answer}`)
  }
  const end = await finishRecording(recorder, chunks.length)
  if (end !== '200') throw new Error(`Finishing was rejected: ${end}`)
  return recorder.recordingId
}
