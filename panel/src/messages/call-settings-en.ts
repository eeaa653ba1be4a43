/** Call settings of a widget and the connection test. */
export const callSettingsEn = {
  title: 'Calls',
  lead: 'Whether visitors can call from this widget, and how their calls run.',
  running: 'Changes apply to new calls. Calls in progress keep their settings.',

  mode: 'Calls from the widget',
  modes: {
    off: { title: 'Off', text: 'The widget has no call button.' },
    audio: { title: 'Voice', text: 'Customers can talk with an agent.' },
    video: {
      title: 'Voice and video',
      text: 'Customers and agents can also turn on their cameras or share their screens.',
    },
  },

  recording: 'Recording',
  recordingLead:
    'Both voices, and video if it is on, are recorded in the browser of the agent who answers. Both sides see that the call is being recorded, and the agent can pause the recording, for example while a card number is read out.',
  recordings: {
    off: { title: 'Never', text: 'No call is recorded.' },
    notify: { title: 'Always, with a notice', text: 'Customers see the notice before the call rings.' },
    ask: {
      title: 'Ask the customer',
      text: 'The customer is asked before the call rings. If they decline, the call continues without a recording.',
    },
  },
  consent:
    'Many countries allow recording only with everyone’s consent and for a stated purpose. If you are not sure that a notice is enough, choose “Ask the customer”: Parley asks, stores the answer with the call, and records nothing without consent. Check which other legal requirements apply to you.',
  days: 'Keep recordings for',
  daysHint: 'Then they are permanently deleted. The call record is kept.',

  privacy: 'Connection',
  relayOnly: 'Always use the relay',
  relayOnlyHint:
    'Neither side sees the other’s IP address. Requires a TURN relay, which carries all call traffic and adds a small delay.',
  noRelay: 'No TURN relay is configured. With this setting, calls cannot connect.',
  test: 'Connection test',

  ring: 'Which agents ring',
  ringLead:
    'For calls of a team: that of the customer’s open conversation, otherwise the team that the widget’s conversations start in. A dedicated agent rings before all others.',
  rings: {
    team_first: {
      title: 'The team first, then everyone',
      text: 'The call rings for members of the team first, and for everyone else after the time below or when no member is left.',
    },
    team_only: { title: 'Only the team', text: 'The call rings only for members of the team.' },
    everyone: { title: 'Everyone', text: 'The call rings for all agents, regardless of the team.' },
  },
  teamTime: 'Ring only the team for',
  teamTimeHint:
    'From the start of the call. If no member can take calls, the call rings for everyone immediately.',

  nobody: 'When no agent is available',
  nobodyLead: 'Applies when every agent is away or signed out.',
  nobodies: {
    message: {
      title: 'Ask for a message',
      text: 'The call does not start. The customer can write in the chat instead.',
    },
    wait: { title: 'Queue the call', text: 'The call waits in the queue until an agent becomes available.' },
  },

  times: 'Timeouts',
  offer: 'Ring each agent for',
  offerHint: 'Then the call goes to the next agent.',
  queue: 'Maximum wait',
  queueHint: 'From the start of the call until an agent answers.',
  connect: 'Connection timeout',
  connectHint: 'From answering until audio is connected. After that, the call fails.',
  grace: 'Reconnect timeout',
  graceHint: 'How long a call waits for a side that closed its tab or lost its network.',
  wrapUp: 'Wrap-up time',
  wrapUpHint: 'Time for notes before the next call rings. Agents can end it early.',
  longest: 'Maximum call duration',
  longestHint: 'The call then ends automatically.',
  seconds: 'seconds',
  minutes: 'minutes',
  daysUnit: 'days',
  range: (from: number, to: number) => `Enter a whole number from ${from} to ${to}.`,
  queueTooShort: 'This is shorter than ringing one agent, so no second agent would be tried.',

  connection: {
    title: 'Connection test',
    lead: 'Calls connect browsers directly. STUN and TURN servers help when a network blocks direct connections. This test tries each server from your browser.',
    where:
      'The results are for your own network. To test as a customer would connect, open this page outside your company network, for example on mobile data.',
    run: 'Run test',
    again: 'Run again',
    running: 'Testing …',
    server: 'Server',
    transports: { udp: 'UDP', tcp: 'TCP', tls: 'TLS' },
    took: (time: string) => `after ${time}`,
    address: (address: string) => `Your public address is ${address}`,
    results: {
      works: 'Works',
      credentials: 'Wrong credentials',
      unreachable: 'Unreachable',
      refused: 'Refused',
      invalid: 'Invalid address',
      unsupported: 'Calls not supported by this browser',
    },
    advice: {
      credentials:
        'The relay uses a different secret. PARLEY_TURN_SECRET must equal coturn’s static-auth-secret exactly, and both clocks must be correct.',
      unreachableUdp:
        'No response. Check that the server is running and that firewalls allow UDP to this port and to the relay ports 49152 to 65535.',
      unreachableTcp:
        'No connection. Check that the server is running and that firewalls allow TCP to this port.',
      unreachableTls:
        'No connection. Check that the port is open and that the relay’s certificate is valid for this name and has not expired.',
      refused:
        'The relay accepts the credentials but allocates no address: its quota is used up or it has no free ports. Check its log.',
      invalid:
        'The browser cannot read this address. Use a form like turn:turn.example.com:3478?transport=udp.',
      unsupported: 'Use a current version of Chrome, Edge, Firefox or Safari over https.',
    },
    through: 'Round trip through the relay',
    throughLead: 'Two connections from this browser meet at the relay, as in a relayed call.',
    throughWorks: (time: string) => `Works, round trip ${time}`,
    throughFails: 'No data gets through',
    throughAdvice:
      'The relay allocates addresses but does not forward data. Its ports 49152 to 65535 must be reachable over UDP, and denied-peer-ip must not include its own address.',
    throughSkipped: 'Not tested: no working relay.',
    none: 'No servers configured',
    noneText:
      'Calls connect only when both sides can reach each other directly, for example in the same network. The operator of this installation can set PARLEY_STUN_URLS, PARLEY_TURN_URLS and PARLEY_TURN_SECRET.',
    noTurn: 'No TURN relay configured',
    noTurnText:
      'About one call in five needs a relay, more on mobile networks. Set PARLEY_TURN_URLS and PARLEY_TURN_SECRET; docs/calls.md shows how to run coturn.',
    allWell: 'Everything works',
    allWellText: 'Calls should connect from almost every network.',
    someFail: 'Not everything works',
    someFailText: 'Calls use the servers that work. Fix the others for customers in restrictive networks.',
    allFail: 'No server works from here',
    allFailText: 'From here, calls connect only within the same network.',
  },
}
