/** Hold and transfer of calls. */
export const transfersEn = {
  hold: 'Hold',
  resume: 'Resume call',
  onHold: 'On hold',
  heldFor: 'Time on hold',
  holdFailed: 'The call could not be put on hold or resumed. Check your connection.',

  transfer: 'Transfer call',
  lead: 'The customer is on hold meanwhile.',
  nobody: 'No colleague is available for calls right now.',
  now: 'Transfer now',
  nowTo: (name: string) => `Transfer now to ${name}`,
  talkFirst: 'Talk first',
  talkFirstTo: (name: string) => `Talk to ${name} first`,
  /** For a colleague without a name. */
  colleague: 'Your colleague',

  ringing: (name: string) => `Ringing ${name} …`,
  talking: (name: string) => `Private talk with ${name}. The customer cannot hear you.`,
  declined: (name: string) => `${name} declined the transfer.`,
  expired: (name: string) => `${name} did not answer.`,
  disconnected: (name: string) => `${name} is no longer connected.`,
  nobodyIn: (name: string) => `Nobody in ${name} answered.`,
  complete: 'Complete transfer',
  cancel: 'Cancel transfer',

  incoming: {
    region: 'Incoming transfer',
    blind: (agent: string, customer: string) => `${agent} transfers the call with ${customer} to you`,
    warm: (agent: string, customer: string) =>
      `${agent} wants to talk to you about the call with ${customer}`,
    afterBlind: 'If you accept, you are connected to the customer.',
    afterWarm: 'If you accept, you first talk to your colleague. The customer is on hold.',
  },

  talk: {
    title: (agent: string, customer: string) => `Private talk with ${agent} about ${customer}`,
    waits: 'The customer is on hold and cannot hear you.',
    elsewhere: (agent: string) => `Your private talk with ${agent} is in another window.`,
    leave: 'Leave talk',
  },

  transferred: (customer: string, agent: string) => `Call with ${customer} transferred to ${agent}`,

  errors: {
    unavailable: 'This colleague cannot take a call right now.',
    gone: 'The transfer has ended.',
    tooOften: 'This call was transferred too often.',
    other: 'The transfer failed. Check your connection and try again.',
  },

  record: {
    held: 'On hold',
    title: 'Transfers',
    line: (from: string, to: string) => `${from} to ${to}`,
    former: 'Former agent',
    kinds: { blind: 'direct', warm: 'after a private talk' },
    states: {
      ringing: 'Ringing',
      talking: 'Private talk',
      completed: 'Transferred',
      declined: 'Declined',
      expired: 'Not answered',
      disconnected: 'Disconnected',
      cancelled: 'Cancelled',
      withdrawn: 'Call ended',
    },
  },
}
