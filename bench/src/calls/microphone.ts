import { microphoneOf } from '@parley/e2e/harness/microphone'

/** Browsers suppress a continuous tone as noise, and longer pauses would dominate the measurement. */
const rhythm = { beep: 80, silence: 40 }

/** Chromium flags for a beeping microphone. */
export const microphoneFlags = async (hertz: number): Promise<string[]> => [
  ...(await microphoneOf(hertz, rhythm)),
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-sandbox',
]
