import { readMessages, type WebhookEvent } from '@parley/node'

/** What your own system would do with an event; this one prints. It may run twice for one event: after a crash. */
export async function work(event: WebhookEvent, print: (line: string) => void): Promise<void> {
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
      for await (const page of readMessages(event.data.messages_url, { sort: 'ASC', max: 100 }))
        messages += page.data.length
      print(`conversation ${event.data.id}: ${messages} messages in ${event.data.duration} s`)
      break
    }
    case 'webhook.test':
      print(event.data.message)
      break
    default:
      print(`an event of a newer service: ${(event as WebhookEvent).type}`)
  }
}
