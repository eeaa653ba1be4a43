/** Call records: calls page, details, timeline and customer pane. */
export const callsEn = {
  title: 'Calls',

  openCall: 'Open call',
  /** Badge in the navigation: missed since last seen. */
  missed: (count: number) =>
    count === 1 ? '1 missed call' : count > 99 ? 'More than 99 missed calls' : `${count} missed calls`,

  now: {
    queue: 'Live calls',
    /** Not more than 100 are counted. */
    waiting: (count: number) =>
      count === 1 ? '1 call waiting' : count > 99 ? 'More than 99 calls waiting' : `${count} calls waiting`,
    none: 'No calls right now.',
    off: 'Calls are turned off in all widgets.',
    turnOn: 'Turn on calls',
    noneYetTitle: 'No calls yet',
    noneYetText: 'Calls from your widgets appear here with their outcome.',
    /** null: not known yet. */
    pending: (position: number | null) => (position === null ? 'Waiting' : `Waiting, position ${position}`),
    ringing: (agent: string) => `Ringing ${agent}`,
    ringingNobody: 'Ringing',
    connecting: (agent: string) => `Connecting to ${agent}`,
    active: (agent: string) => `Talking to ${agent}`,
    desks: 'Agents',
    desksNone: 'No one is signed in.',
    you: 'you',
    states: {
      offline: 'Offline',
      away: 'Away',
      idle: 'Available',
      offered: 'Ringing',
      in_call: 'In a call',
      wrap_up: 'Wrapping up',
    },
    /** Instead of “Offline”, in one’s own row. */
    noMicrophone: 'Microphone not available',
  },

  /** Customers who reached nobody. `callBack` leads to the conversation. */
  callBacks: {
    title: 'Call-back requests',
    /** The service lists at most 100. */
    count: (count: number) =>
      count === 1 ? '1 open request' : count > 99 ? '100+ open requests' : `${count} open requests`,
    callBack: 'Call back',
    done: 'Mark as done',
  },

  history: {
    title: 'History',
    list: 'Calls, newest first',
    shown: (count: number) => (count === 1 ? '1 call shown' : `${count} calls shown`),
    filters: 'Filters',
    all: 'All',
    outcome: 'Outcome',
    agent: 'Agent',
    anyAgent: 'All agents',
    leftAgent: 'Former agent',
    ofCustomer: (name: string) => `Calls from ${name}`,
    removeFilter: 'Show calls from all customers',
    clear: 'Clear filters',
    customer: 'Customer',
    waited: 'Waited',
    talked: 'Talked',
    when: 'Started',
    kept: 'Extras',
    recordings: (count: number) => (count === 1 ? '1 recording' : `${count} recordings`),
    hasNote: 'Has a note',
    nobody: 'Nobody',
    noMatchTitle: 'No matching calls',
    noMatchText: 'No calls match these filters.',
  },

  outcomes: {
    ended: 'Answered',
    missed: 'Missed',
    rejected: 'Declined',
    failed: 'Not connected',
  },
  /** More specific than the outcome. */
  reasons: {
    cancelled: 'The customer hung up before an agent answered.',
    timeout: 'No agent answered.',
    queue_timeout: 'The customer reached the maximum wait.',
    visitor_disconnected: 'The customer lost the connection and did not come back.',
    agent_disconnected: 'The agent lost the connection and did not come back.',
    declined: 'Every agent declined.',
    nobody_available: 'No agent was available.',
    media_failed: 'No audio connection could be established. Run the connection test to find out why.',
    permission_denied: 'Microphone access was denied.',
    max_duration: 'The call reached the maximum duration.',
    not_allowed: 'The customer was blocked or closed their account.',
  },
  /** For table rows and charts. */
  shortReasons: {
    cancelled: 'Customer hung up',
    timeout: 'No answer',
    queue_timeout: 'Maximum wait reached',
    visitor_disconnected: 'Customer lost connection',
    agent_disconnected: 'Agent lost connection',
    declined: 'All agents declined',
    nobody_available: 'No agent available',
    media_failed: 'No audio connection',
    permission_denied: 'Microphone denied',
    max_duration: 'Maximum duration reached',
    not_allowed: 'Blocked or account closed',
  },
  /** For a call that just ended. */
  endedBy: {
    customer: 'The customer hung up.',
    agent: 'The agent hung up.',
    system: 'The call ended automatically.',
  },

  sheet: {
    title: 'Call',
    live: 'This call is in progress.',
    customer: 'Customer',
    conversation: 'Conversation',
    openConversation: 'Open conversation',
    lastConversation: (date: string) => `Last conversation, ${date}`,
    agent: 'Agent',
    widget: 'Widget',
    began: 'Started',
    answered: 'Answered',
    ended: 'Ended',
    waited: 'Waited',
    talked: 'Talked',
    kind: 'Type',
    voice: 'Voice',
    video: 'Voice and video',
    id: 'Call ID',
    copyId: 'Copy call ID',
    offers: 'Agents rung',
    noOffers: 'No agent was rung.',
    offerOutcomes: {
      ringing: 'Ringing',
      accepted: 'Answered',
      declined: 'Declined',
      expired: 'Not answered',
      disconnected: 'Disconnected',
      withdrawn: 'Withdrawn',
    },
    after: (time: string) => `after ${time}`,
    quality: 'Quality',
    qualityLead: 'Measured by each side on the media it received.',
    noQuality: 'No measurements.',
    sides: { customer: 'Customer', agent: 'Agent' },
    figures: {
      round_trip: 'Round trip',
      jitter: 'Jitter',
      loss: 'Lost packets',
      path: 'Connection',
      restarts: 'Reconnects',
    },
    paths: { direct: 'Direct', relay: 'Relay' },
    times: (count: number) => (count === 1 ? 'once' : `${count} times`),
    never: 'never',
    recordings: 'Recordings',
    recordingOff: 'Recording was turned off for this widget.',
    consentDeclined: 'The customer declined to be recorded.',
    consentGranted: 'The customer agreed to be recorded.',
    recordingPending: 'The recording is being processed.',
    noRecording: 'No recording.',
    play: (name: string) => `Play ${name}`,
    download: 'Download',
    downloadNamed: (name: string) => `Download ${name}`,
    playFailed: 'This recording cannot be played. Reload it, or download the file.',
    reload: 'Reload',
    note: 'Note',
  },

  note: {
    label: 'Note on this call',
    placeholder: 'Note about this call, only visible to your team',
    saving: 'Saving …',
    saved: 'Saved',
    failed: 'Not saved.',
    /** The note was changed in another window or by another agent at the same time. */
    merged: 'Saved. This note was also changed elsewhere. Both texts are kept.',
    /** Together with a text saved elsewhere. */
    tooLong:
      'Not saved: this note is too long together with the text saved elsewhere. Shorten it to 4,000 characters.',
    /** The note's field is no longer visible. */
    unsaved: 'A call note is not saved yet. This window keeps it and retries automatically.',
    /** Question before the agent leaves the organization. */
    leaving: {
      title: 'Leave before the note is saved?',
      text: 'A call note is not saved yet. This window keeps it and tries again when you return to this organization here.',
      leave: 'Leave anyway',
      stay: 'Stay',
    },
    /** Instead of its text, if the note is not sent again until it is shortened. */
    leavingTooLong:
      'A call note is too long to be saved. This window keeps it until you shorten it to 4,000 characters.',
  },

  customer: {
    title: 'Calls',
    none: 'No calls yet',
    all: 'All calls',
  },

  line: {
    ended: (duration: string) => `Call, ${duration}`,
    endedWith: (agent: string, duration: string) => `Call with ${agent}, ${duration}`,
    missed: (waited: string) => `Missed call after waiting ${waited}`,
    rejected: 'Declined call',
    failed: 'Call failed to connect',
    open: 'Details',
  },
}
