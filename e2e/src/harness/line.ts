import type { MessageSent } from '@parley/protocol/message'
import type { ConnectResult } from '@parley/protocol/session'
import { newId } from '@parley/server/core/ids'
import { newTestKey, signProof, type TestKey } from '@parley/server/testing/test-key'
import { openSocket, type TestSocket } from '@parley/server/testing/test-socket'
import type { Person } from './people.ts'

/**
 * A visitor or an agent without a browser, for the setup of a test: a long history, a colleague.
 * It uses the real protocol.
 */
export interface Line {
  socket: TestSocket
  say(text: string): Promise<MessageSent>
  close(): Promise<void>
}

export interface VisitorLine extends Line {
  key: TestKey
  session: ConnectResult
}

/** `port`: bypasses a proxy in front of the service. */
export async function visitorLine(
  service: { url: string; port?: number },
  providerId: string,
  key?: TestKey,
): Promise<VisitorLine> {
  const own = key ?? (await newTestKey())
  const address = service.port === undefined ? service.url : `http://localhost:${service.port}`
  const socket = await openSocket(`${address.replace(/^http/, 'ws')}/v1/public/socket`, {
    origin: service.url,
  })
  const { nonce } = await socket.challenge()
  const proof = await signProof(own, { nonce, htu: `${service.url}/v1/public/socket` })
  const session = await socket.request<ConnectResult>('connect', {
    provider_id: providerId,
    proof,
    language: 'en',
  })
  return { ...lineOn(socket, {}), key: own, session }
}

export async function agentLine(
  service: { url: string; socketUrl: string },
  organizationId: string,
  person: Pick<Person, 'cookie'>,
  customerId: string,
): Promise<Line> {
  const socket = await openSocket(service.socketUrl, { origin: service.url, cookie: person.cookie })
  await socket.request('agent.connect', { organization_id: organizationId })
  return lineOn(socket, { customer_id: customerId })
}

function lineOn(socket: TestSocket, whose: { customer_id?: string }): Line {
  return {
    socket,
    say: (text) => socket.request('message.send', { client_id: newId(), content: text, ...whose }),
    close: () => socket.leave(),
  }
}
