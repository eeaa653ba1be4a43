import PostalMime from 'postal-mime'
import type { EmailScene } from './email-setup.ts'
import { connectVisitor } from './test-service.ts'
import { sendText } from './test-shop.ts'

/** Visitors of a widget who get what they have not read through the mailbox. */
export function mailedVisitors(scene: () => EmailScene) {
  async function pass(minutes: number): Promise<void> {
    const { settle, turn, service } = scene()
    await settle()
    for (let minute = 0; minute < minutes; minute += 1) {
      await service.app.continuity.look()
      turn(60_000)
    }
    await service.app.continuity.look()
  }

  async function mailsTo(address: string) {
    const sources = scene().smtp.sent.filter(({ to }) => to.includes(address))
    return Promise.all(sources.map(({ source }) => PostalMime.parse(source)))
  }

  /** A visitor who has left an address and was asked to confirm it, because an answer waits. */
  async function askedVisitor(address: string) {
    const { service, organization, say } = scene()
    const { socket, key } = await connectVisitor(service, organization.providerId)
    const { customer_id: id, conversation_id: conversationId } = await sendText(socket, 'Is it in stock?')
    await socket.request('customer.email', { email: address })
    await socket.leave()
    await say(id, 'Yes, three are left.')
    await pass(11)
    const [asked] = await mailsTo(address)
    return { id, key, conversationId, asked }
  }

  /** A visitor who has left and confirmed an address, and waits for an answer. */
  async function confirmedVisitor(address: string) {
    const visitor = await askedVisitor(address)
    const link = /https:\/\/parley\.test(\/\S+\/confirm\?\S+)/.exec(visitor.asked?.text ?? '')?.[1] ?? ''
    const answer = await scene().service.app.http.inject({ method: 'POST', url: link })
    if (answer.statusCode !== 200) throw new Error(`Confirming: ${answer.statusCode}`)
    return visitor
  }

  return { pass, mailsTo, askedVisitor, confirmedVisitor }
}
