import type { MessageSendParams, MessageSent } from '@parley/protocol/message'
import type { Page } from 'playwright-core'

export interface Acknowledgements {
  /** By client_id of the message, as received; responses to repeats do not replace the first one. */
  byClientId: ReadonlyMap<string, MessageSent>
  /** Responses with `duplicate`. */
  repeats(): number
}

/** Records the acknowledgements that this page receives. Call before the page connects. */
export function readAcknowledgements(page: Page): Acknowledgements {
  const byClientId = new Map<string, MessageSent>()
  let repeats = 0
  page.on('websocket', (socket) => {
    const asked = new Map<number, string>()
    socket.on('framesent', ({ payload }) => {
      const frame: { id: number; method?: string; params: MessageSendParams } = JSON.parse(payload.toString())
      if (frame.method === 'message.send') asked.set(frame.id, frame.params.client_id)
    })
    socket.on('framereceived', ({ payload }) => {
      const frame: { id?: number; result?: MessageSent } = JSON.parse(payload.toString())
      const clientId = frame.id === undefined ? undefined : asked.get(frame.id)
      if (clientId === undefined || !frame.result) return
      if (frame.result.duplicate) repeats += 1
      if (!byClientId.has(clientId)) byClientId.set(clientId, frame.result)
    })
  })
  return { byClientId, repeats: () => repeats }
}
