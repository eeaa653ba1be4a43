/** Quiet: it only says that it rings over there. One second in every five, as the telephone has it. */
const loudness = 0.04
const pitch = 425
/** Longer than anybody waits (s). */
const longest = 900

/** @returns stops it */
export function playRingback(): () => void {
  // Without a click on this page browsers keep it silent, and complain. Those that do not t (Safari before 16.4,
  // Firefox before 120) ring by themselves or not.
  if ((navigator as Partial<Navigator>).userActivation?.hasBeenActive === false) return () => {}
  const audio = new AudioContext()
  const volume = audio.createGain()
  volume.gain.value = 0
  for (let at = 0; at < longest; at += 5) {
    volume.gain.setTargetAtTime(loudness, at, 0.02).setTargetAtTime(0, at + 1, 0.02)
  }
  const tone = audio.createOscillator()
  tone.frequency.value = pitch
  tone.connect(volume).connect(audio.destination)
  tone.start()
  return () => void audio.close()
}
