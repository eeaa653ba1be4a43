import type { FastifyReply, FastifyRequest } from 'fastify'
import { finished } from 'node:stream/promises'
import { AppError } from '../app-error.ts'
import { clientNetwork } from '../client-network.ts'
import { createKeyedSemaphore } from '../semaphore.ts'

/** Simultaneous downloads. Each holds a connection to the store until its reader has finished; an office behind one address has far fewer. */
const maxPerNetwork = 500

/** Counts a download until its response was sent or its connection closed. @throws AppError rate_limited */
export type AdmitDownload = (request: FastifyRequest, reply: FastifyReply) => void

export function createDownloadLimit(max = maxPerNetwork): AdmitDownload {
  const downloads = createKeyedSemaphore(max)
  return (request, reply) => {
    const sending = downloads.tryRun(clientNetwork(request.ip), () => finished(reply.raw).catch(() => {}))
    if (!sending) throw new AppError('rate_limited', { retryAfter: 5 })
  }
}
