import { Agent, request } from 'undici'
import { answerCommands } from './program.ts'

/** Plain undici: one agent, HTTPS, keep-alive; no queue, signature, guard or log. */

export interface FloorInput {
  ca: string
  urls: string[]
  body: string
  /** Concurrent requests per endpoint. */
  perEndpoint: number
}

let input: FloorInput
let agent: Agent

async function run(count: number): Promise<number> {
  const { urls, body, perEndpoint } = input
  let left = count
  const started = performance.now()
  async function send(url: string): Promise<void> {
    while (left > 0) {
      left -= 1
      const { statusCode, body: answer } = await request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'webhook-id': String(left) },
        body,
        dispatcher: agent,
      })
      await answer.text()
      if (statusCode !== 200) throw new Error(`answered ${statusCode}`)
    }
  }
  await Promise.all(urls.flatMap((url) => Array.from({ length: perEndpoint }, () => send(url))))
  return (performance.now() - started) / 1000
}

answerCommands({
  open(given: FloorInput) {
    input = given
    agent = new Agent({
      connections: given.perEndpoint,
      connect: {
        ca: given.ca,
        lookup: (_name, _options, answer) => answer(null, [{ address: '127.0.0.1', family: 4 }]),
      },
    })
  },
  run,
})
