/** The agent's own calls: availability, incoming and current call, wrap-up. */
export const deskEn = {
  availability: 'Calls',
  states: {
    away: 'Away',
    idle: 'Available',
    offered: 'Ringing',
    in_call: 'In a call',
    wrap_up: 'Wrapping up',
    /** Available, but without a microphone. */
    silent: 'No mic',
  },
  /** Read by screen readers after the person's name. */
  spoken: (state: string) => `calls: ${state}`,
  available: 'Available for calls',
  availableHint: 'Calls ring in every open window of this panel.',
  changeFailed: 'Your availability could not be changed. Try again.',
  wrapUntil: 'Ready for the next call in',
  finishNow: 'Finish now',

  missed: {
    title: 'You are away',
    text: 'You did not answer two calls in a row, so new calls go to other agents.',
    calls: 'View calls',
    back: 'Become available',
  },

  microphone: {
    ask: 'Allow microphone',
    why: 'Calls ring only where you can answer them. Your browser will ask once for microphone access.',
    asking: 'Answer your browser’s permission request.',
    problems: {
      insecure:
        'This page was not loaded over https, so browsers do not allow the microphone. Open the panel over https.',
      dismissed: 'The permission request was closed. Try again and choose Allow.',
      denied: 'Your browser blocks the microphone for this page, so calls do not ring here.',
      page: 'The page that embeds the panel blocks the microphone. Open the panel in its own tab.',
      system:
        'Your operating system blocks the microphone for this browser. Allow it in the privacy settings.',
      missing: 'No microphone found. Connect one and try again.',
      in_use:
        'Another application is using the microphone, or it cannot start. Close that application and try again.',
      ended: 'The microphone was disconnected. Choose another one.',
    },
    /** How to restore a denied permission, by browser. */
    where: {
      chrome: 'Click the icon to the left of the address, turn on Microphone, and reload the page.',
      chrome_android: 'Tap the icon to the left of the address, then Permissions, and allow the microphone.',
      firefox: 'Click the crossed-out microphone next to the address, remove the block, and try again.',
      safari: 'In the Safari menu, open Settings for This Website and set Microphone to Allow.',
      safari_ios: 'Tap the icon next to the address, then Website Settings, and allow the microphone.',
      other: 'Allow the microphone for this page in your browser settings.',
    },
    camera: {
      denied: 'Your browser blocks the camera for this page.',
      missing: 'No camera found.',
      in_use: 'Another application is using the camera.',
      ended: 'The camera was disconnected.',
      other: 'The camera cannot be used.',
    },
    tryAgain: 'Try again',
  },

  notify: {
    ask: 'Turn on notifications',
    why: 'Desktop notifications show who is calling while you work in another application.',
    denied:
      'Your browser blocks notifications from this page. While you work elsewhere, you only hear the ringtone.',
    call: (name: string) => `${name} is calling`,
    body: 'Click to open the call.',
  },

  /** While the browser blocks sound. */
  ringtone: { label: 'Ringtone', turnOn: 'Turn on ringtone sound' },

  incoming: {
    region: 'Incoming call',
    calls: (name: string) => `${name} is calling`,
    video: 'video allowed',
    title: (name: string) => `☎ ${name} is calling`,
    accept: 'Accept',
    decline: 'Decline',
    mute: 'Silence ringtone',
    unmute: 'Turn ringtone on',
    left: (seconds: number) => (seconds === 1 ? '1 second left' : `${seconds} seconds left`),
    forTeam: (team: string) => `For team ${team}`,
    waitedFor: (time: string) => `Waiting for ${time}`,
    speaks: (language: string) => `speaks ${language}`,
    yours: 'You are the dedicated agent',
    conversations: (count: number) => (count === 1 ? '1 conversation' : `${count} conversations`),
    callsBefore: (count: number) => (count === 1 ? '1 previous call' : `${count} previous calls`),
    callsBeforeMore: (count: number) => `more than ${count} previous calls`,
    first: 'First contact',
    recorded: 'This call is recorded.',
    recordedAgreed: 'The customer agreed to be recorded.',
    acceptFailed: 'You cannot answer without a microphone.',
  },

  toasts: {
    answeredElsewhere: 'You answered in another window.',
    hungUp: (name: string) => `${name} hung up before you answered.`,
    expired: (name: string) => `You did not answer the call from ${name}.`,
    gone: 'The call is no longer offered to you.',
    over: 'The call ended before you answered.',
    failed: 'The call could not be answered. Check your connection.',
  },

  call: {
    region: 'Call',
    accepting: 'Answering …',
    connecting: 'Connecting …',
    duration: 'Duration',
    toConversation: 'Open conversation',
    toCustomer: 'Open customer',
    mute: 'Mute',
    unmute: 'Unmute',
    theirMuted: 'Customer is muted',
    cameraOn: 'Turn camera on',
    cameraOff: 'Turn camera off',
    screenOn: 'Share screen',
    screenOff: 'Stop sharing',
    screenProblems: {
      system:
        'Your operating system does not let this browser capture the screen. Allow it in the privacy settings, restart the browser, and try again.',
      in_use:
        'The screen could not be captured. Close other applications that record it, or share a window or tab instead.',
      other: 'The screen could not be shared. Try again, or use another browser.',
    },
    sharing: 'You are sharing your screen.',
    devices: 'Devices',
    microphone: 'Microphone',
    camera: 'Camera',
    speaker: 'Speaker',
    yourLevel: 'Microphone level',
    hangUp: 'Hang up',
    note: 'Note',
    hideVideo: 'Hide video',
    showVideo: 'Show video',
    theirVideo: 'Customer’s video',
    ownVideo: 'Your video',
    weak: 'Weak connection',
    lost: 'Connection lost, reconnecting …',
    audioBlocked: 'Your browser blocks sound until you click.',
    playSound: 'Play sound',
    elsewhere: (name: string) => `Your call with ${name} is in another window.`,
    takeOver: 'Take over here',
    over: (name: string) => `Call with ${name} ended`,
    lasted: (time: string) => `Duration: ${time}.`,
    youHungUp: 'You hung up.',
    dismiss: 'Close',
    uploads: (count: number) =>
      count === 1 ? 'Uploading 1 part of the recording' : `Uploading ${count} parts of the recording`,
  },

  recording: {
    on: 'Recording',
    paused: 'Recording paused',
    failed: 'Your browser could not record. The call continues.',
    pause: 'Pause recording',
    resume: 'Resume recording',
    declined: 'Not recorded: the customer declined',
  },

  /** Questions before the agent leaves the organization or signs out. */
  leaving: {
    call: {
      title: 'Leave during the call?',
      text: 'Your call ends if you leave.',
      leave: 'Leave the call',
      stay: 'Stay',
    },
    recording: {
      title: 'Leave before the upload is complete?',
      text: 'A recording is still being uploaded. If you leave now, the upload continues when you open this organization again in this browser.',
      leave: 'Leave anyway',
      stay: 'Stay',
    },
  },

  keys: {
    group: 'Calls',
    accept: 'Accept call',
    decline: 'Decline call',
    mute: 'Mute or unmute',
    hangUp: 'Hang up',
    available: 'Become available for calls',
    away: 'Stop taking calls',
  },
}
