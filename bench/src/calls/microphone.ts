import { microphoneOf } from '@parley/e2e/harness/microphone'

/** A tone that does not pause is taken for noise and taken out, and longer pauses would be measured instead of the way. */
const rhythm = { beep: 80, silence: 40 }

/** Flags of a Chromium with a microphone that beeps. */
export const microphoneFlags = async (hertz: number): Promise<string[]> => [
  ...(await microphoneOf(hertz, rhythm)),
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-sandbox',
]
