import type { Database } from '../../core/database.ts'
import type { ReplyTarget } from '../../core/mail/reply-address.ts'
import type { InboundMessage } from './adapter.ts'
import { accountStateOf } from './contact-store.ts'

export interface ReplyTargetDeps {
  db: Database
  messages: {
    /** Whose conversation this is, in this organization. */
    customerOf: (organizationId: string, target: ReplyTarget) => Promise<string | undefined>
  }
  /** Whether a customer of a widget has confirmed this address and still has it. false once the account was closed. */
  hasConfirmed: (
    customer: { organizationId: string; customerId: string },
    address: string,
  ) => Promise<boolean>
}

type Reply = Pick<InboundMessage, 'targets' | 'profile' | 'original'>

/** Returns a function that finds the customer whose conversation a mail continues; undefined: it is a mail of its sender. */
export function createReplyTargets({ db, messages, hasConfirmed }: ReplyTargetDeps) {
  return async (organizationId: string, reply: Reply): Promise<string | undefined> => {
    for (const target of reply.targets ?? []) {
      const customerId = await messages.customerOf(organizationId, target)
      if (customerId !== undefined && (await mayContinue({ organizationId, customerId }, reply)))
        return customerId
    }
    return undefined
  }

  async function mayContinue(
    customer: { organizationId: string; customerId: string },
    { profile, original }: Reply,
  ): Promise<boolean> {
    const account = await accountStateOf(db, customer.customerId)
    // Agents read the conversation of a contact. That of a widget is shown to its visitor, who can give the address to others.
    if (account !== 'none') return account === 'connected'
    return original?.verification !== 'failed' && hasConfirmed(customer, profile.externalId)
  }
}
