import type { LookState } from '@parley/protocol/look'

/** Texts about colleagues in the same conversation. */
export const collisionEn = {
  looks: {
    viewing: (name: string) => `${name} is viewing`,
    drafting: (name: string) => `${name} has an unsent reply`,
    writing: (name: string) => `${name} is writing`,
  } satisfies Record<LookState, (name: string) => string>,
  replied: (name: string, when: string) => `${name} replied ${when}.`,
  repliedMeanwhile: 'A colleague has replied in the meantime.',
  question: 'Send anyway?',
  sendAnyway: 'Send anyway',
  keepEditing: 'Keep editing',
}
