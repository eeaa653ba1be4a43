import type { Actor } from '@parley/protocol/event'

/** Whether a program replied in the name of the customer: nobody waits for an answer. */
export const isAutomatic = (actor: Actor): boolean => actor.type === 'customer' && actor.automatic === true
