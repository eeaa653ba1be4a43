import type { MessageSent } from '@parley/protocol/message'
import type { ConnectResult } from '@parley/protocol/session'
import { newId } from '../core/ids.ts'
import { newTestKey, signProof } from './test-key.ts'
import { openSocket } from './test-socket.ts'

/** Sends a message from the demo shop of a running service, as a new visitor. Resolves once it is acknowledged. */
export async function sendFirstMessage(baseUrl: string, content: string): Promise<MessageSent> {
  const shop = await (await fetch(`${baseUrl}/shop/`)).text()
  const providerId = /data-provider-id="([0-9a-f-]{36})"/.exec(shop)?.[1]
  if (providerId === undefined) throw new Error('The shop names no provider')
  const socketUrl = `${baseUrl}/v1/public/socket`
  const socket = await openSocket(socketUrl.replace(/^http/, 'ws'), { origin: baseUrl })
  try {
    const { nonce, server_time: serverTime } = await socket.challenge()
    await socket.request<ConnectResult>('connect', {
      provider_id: providerId,
      proof: await signProof(await newTestKey(), {
        nonce,
        htu: socketUrl,
        payload: { iat: Math.floor(Date.parse(serverTime) / 1000) },
      }),
      language: 'en',
    })
    return await socket.request<MessageSent>('message.send', { client_id: newId(), content })
  } finally {
    socket.ws.close()
  }
}
