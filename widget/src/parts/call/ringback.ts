/** The European ringback tone: 425 Hz, one second in five. */
const volumeLevel = 0.04
const frequencyHz = 425
/** Longer than any queue timeout. */
const maxSeconds = 900

/** @returns stops the tone */
export function playRingback(): () => void {
  // Without a user gesture browsers block sound and log an error. Safari before 16.4 and Firefox before 120 do not
  // report whether there was one.
  if ((navigator as Partial<Navigator>).userActivation?.hasBeenActive === false) return () => {}
  const audio = new AudioContext()
  const volume = audio.createGain()
  volume.gain.value = 0
  for (let at = 0; at < maxSeconds; at += 5) {
    volume.gain.setTargetAtTime(volumeLevel, at, 0.02).setTargetAtTime(0, at + 1, 0.02)
  }
  const tone = audio.createOscillator()
  tone.frequency.value = frequencyHz
  tone.connect(volume).connect(audio.destination)
  tone.start()
  return () => void audio.close()
}
