import { expect, it } from 'vitest'
import { tonesIn } from './recordings.ts'

const sampleRate = 8000
/** 3 s of a tone that sounds for the first `on` of every 500 ms. */
const tone = (hertz: number, amplitude: number, on = 500) =>
  Array.from({ length: 3 * sampleRate }, (_, index) =>
    index % (sampleRate / 2) < (on * sampleRate) / 1000
      ? amplitude * Math.sin((2 * Math.PI * hertz * index) / sampleRate)
      : 0,
  )
const mix = (...voices: number[][]) =>
  Int16Array.from(voices[0]!, (_, index) => voices.reduce((sum, voice) => sum + voice[index]!, 0))

it('hears the microphone of Firefox beside beeps that Chromium amplified', () => {
  expect(tonesIn(mix(tone(600, 29_000, 330), tone(1000, 3200)))).toEqual([600, 1000])
})

it.for([600, 1000])('hears nothing else in loud beeps of %i Hz', (hertz) => {
  expect(tonesIn(mix(tone(hertz, 32_000, 330)))).toEqual([hertz])
})

it('does not hear a tone that only sounds briefly', () => {
  const short = tone(1000, 3200).fill(0, 0.2 * sampleRate)
  expect(tonesIn(mix(tone(600, 29_000, 330), short))).toEqual([600])
})
