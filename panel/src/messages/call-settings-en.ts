/** How calls of a widget run, and the page that tries the way of their media. */
export const callSettingsEn = {
  title: 'Calls',
  lead: 'Whether visitors can call from this widget, and how their calls run.',
  running: 'A call keeps the settings that held when it began.',

  mode: 'Calls from the widget',
  modes: {
    off: { title: 'Off', text: 'The widget has no call button.' },
    audio: { title: 'Voice', text: 'Customers talk with an agent.' },
    video: { title: 'Voice and video', text: 'Customers may switch their camera on, agents as well.' },
  },

  recording: 'Recording',
  recordingLead:
    'Both voices, and the picture if there is one, are recorded in the browser of the agent who answered. Both sides see it all the time, and the agent can pause it, say while a card number is read out.',
  recordings: {
    off: { title: 'Never', text: 'No call is recorded.' },
    notify: { title: 'Always, and say so', text: 'The customer reads it before the call rings.' },
    ask: {
      title: 'Ask the customer',
      text: 'The customer is asked before the call rings. After a no the call goes on all the same, without a recording.',
    },
  },
  consent:
    'Many countries allow recording only after everybody has agreed, and want a reason for it. Where you are not sure that a notice is enough, choose “Ask the customer”. Parley asks, keeps the answer with the call, and records nothing without it. What the law wants of you beyond that it cannot know.',
  days: 'Keep recordings for',
  daysHint: 'Afterwards they are deleted for good. The record of the call stays.',

  privacy: 'Connection',
  relayOnly: 'Only through the relay',
  relayOnlyHint:
    'Neither side learns the other’s network address. It needs a TURN relay, whose line carries every call, and takes a little longer.',
  noRelay: 'There is no TURN relay. With this setting no call can connect.',
  test: 'Connection test',

  nobody: 'When nobody can answer',
  nobodyLead: 'Every agent is away or signed out.',
  nobodies: {
    message: {
      title: 'Ask for a message',
      text: 'The call does not begin. The customer is led to the chat.',
    },
    wait: { title: 'Let them wait', text: 'The call waits in the queue for somebody to become available.' },
  },

  times: 'Times',
  offer: 'Ring at one agent for',
  offerHint: 'Then the call goes on to the next one.',
  queue: 'Longest wait',
  queueHint: 'From the beginning of the call until somebody answers.',
  connect: 'Time to connect',
  connectHint: 'From answering until voices are heard. Then the call has failed.',
  grace: 'Wait for somebody who is gone',
  graceHint: 'A closed tab or a lost network: so long may a side take to come back.',
  wrapUp: 'Pause after a call',
  wrapUpHint: 'Time for notes before the next call rings. Agents can end it sooner.',
  longest: 'Longest call',
  longestHint: 'Then it ends by itself.',
  seconds: 'seconds',
  minutes: 'minutes',
  daysUnit: 'days',
  range: (from: number, to: number) => `A whole number from ${from} to ${to}.`,
  queueTooShort: 'Shorter than one ring: no second agent would be tried.',

  connection: {
    title: 'Connection test',
    lead: 'Calls go from browser to browser. STUN and TURN servers help where networks stand in between. This tries each of them from your browser.',
    where:
      'It shows how your own network reaches the servers. For the view of a customer, open this page outside of your company, say over the phone’s network.',
    run: 'Run the test',
    again: 'Run again',
    running: 'Trying …',
    server: 'Server',
    transports: { udp: 'UDP', tcp: 'TCP', tls: 'TLS' },
    took: (time: string) => `after ${time}`,
    address: (address: string) => `You are seen as ${address}`,
    results: {
      works: 'Works',
      credentials: 'Wrong credentials',
      unreachable: 'Cannot be reached',
      refused: 'Refuses',
      invalid: 'Not an address',
      unsupported: 'This browser has no calls',
    },
    advice: {
      credentials:
        'The relay knows another secret. PARLEY_TURN_SECRET must be the static-auth-secret of coturn, letter for letter, and both clocks must be right.',
      unreachableUdp:
        'Nothing came back. Is the server running? Does every firewall let UDP through to this port, and to the relay’s ports 49152 to 65535?',
      unreachableTcp:
        'No connection. Is the server running, and does every firewall let TCP through to this port?',
      unreachableTls:
        'No connection. Is the port open, and is the relay’s certificate made for this name and not expired?',
      refused:
        'The relay is there and knows us but gives no address: its quota is used up, or it has no ports left. Its log says which.',
      invalid:
        'The browser cannot read this address. It is written like turn:turn.example.com:3478?transport=udp.',
      unsupported: 'Use a current Chrome, Edge, Firefox or Safari, over https.',
    },
    through: 'Through the relay and back',
    throughLead:
      'Two connections from this browser meet at the relay, as in a call that goes only through it.',
    throughWorks: (time: string) => `Works, ${time} there and back`,
    throughFails: 'Nothing gets through',
    throughAdvice:
      'The relay gives addresses but does not carry what is sent to them. Its ports 49152 to 65535 must be reachable over UDP, and denied-peer-ip must not hold its own address.',
    throughSkipped: 'Not tried: no relay works.',
    none: 'No server is set up',
    noneText:
      'Calls connect only where both sides can see each other directly, in one network for instance. Whoever runs this service sets PARLEY_STUN_URLS, PARLEY_TURN_URLS and PARLEY_TURN_SECRET.',
    noTurn: 'There is no TURN relay',
    noTurnText:
      'Roughly one call in five needs one, more on phones. Set PARLEY_TURN_URLS and PARLEY_TURN_SECRET; docs/calls.md shows how to run coturn.',
    allWell: 'Everything works',
    allWellText: 'Calls should connect from nearly every network.',
    someFail: 'Not everything works',
    someFailText: 'Calls connect over what works. Put right what does not, for customers in strict networks.',
    allFail: 'Nothing works from here',
    allFailText: 'Your own calls will connect only within one network.',
  },
}
