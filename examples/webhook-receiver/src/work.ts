import { MessagesError, readMessages, type WebhookEvent } from '@parley/node'

/** resend: the event's links have expired; it waits for a resend. */
export type WorkResult = 'done' | 'resend'

/** Replace this with your own processing. It may run twice for one event, after a crash. */
export async function work(
  event: WebhookEvent,
  print: (line: string) => void,
  idleTimeoutMs = 30_000,
): Promise<WorkResult> {
  switch (event.type) {
    case 'customer.created':
      print(`new customer ${event.data.id} from ${event.data.country_code}`)
      break
    case 'customer.updated':
      print(`customer ${event.data.id}: ${Object.keys(event.data.changes).join(', ')}`)
      break
    case 'conversation.started':
      print(`customer ${event.data.customer_id} began at ${event.data.started_at}`)
      break
    case 'conversation.ended': {
      let messages = 0
      try {
        for await (const page of readMessages(event.data.messages_url, { sort: 'ASC', max: 100 }))
          messages += page.data.length
      } catch (error) {
        if (!(error instanceof MessagesError)) throw error
        if (error.code === 'expired') return 'resend'
        if (error.code !== 'not_found') throw error
        print(`conversation ${event.data.id}: deleted before it was read`)
        break
      }
      print(`conversation ${event.data.id}: ${messages} messages in ${event.data.duration} s`)
      break
    }
    case 'call.started':
      print(`customer ${event.data.customer_id} calls: ${event.data.status}`)
      break
    case 'call.ended':
      print(`call ${event.data.id}: answered after ${event.data.hold_duration} s by ${event.data.agent_id}`)
      break
    case 'call.missed':
      print(`call ${event.data.id}: ${event.data.status}, ${event.data.reason}`)
      break
    case 'call.recording_ready':
      for (const recording of event.data.recordings) {
        const result = await fetchRecording(recording.url, idleTimeoutMs)
        if (result === 'expired') return 'resend'
        const outcome = result === 'deleted' ? 'deleted before it was read' : `${result} bytes`
        print(`call ${event.data.id}: ${recording.name}, ${outcome}`)
      }
      break
    case 'automation.triggered':
      print(`rule ${event.data.rule_name}: conversation ${event.data.conversation_id}`)
      break
    case 'webhook.test':
      print(event.data.message)
      break
    default:
      print(`an event of a newer service: ${(event as WebhookEvent).type}`)
  }
  return 'done'
}

/**
 * Downloads a recording and returns its length; your program would store it. Only an expired link is worth a resend.
 * @param idleTimeoutMs maximum time without data (ms). There is no limit for the whole recording, which may be hours long.
 */
async function fetchRecording(url: string, idleTimeoutMs: number): Promise<number | 'expired' | 'deleted'> {
  const abort = new AbortController()
  const timer = setTimeout(
    () => abort.abort(new Error(`nothing arrived for ${idleTimeoutMs} ms`)),
    idleTimeoutMs,
  )
  try {
    const answer = await fetch(url, { redirect: 'error', signal: abort.signal })
    if (answer.status === 410) return 'expired'
    if (answer.status === 404) return 'deleted'
    if (!answer.ok || !answer.body) throw new Error(`the recording request returned ${answer.status}`)
    let bytes = 0
    for await (const chunk of answer.body) {
      timer.refresh()
      bytes += chunk.length
    }
    return bytes
  } finally {
    clearTimeout(timer)
  }
}
