import { readdirSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'

const modules = readdirSync(import.meta.dirname).filter((name) => /^(?!.*\.test\.).*\.ts$/.test(name))

function patternsIn(value: unknown, found = new Set<string>(), seen = new Set<object>()): Set<string> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return found
  seen.add(value)
  for (const [name, member] of Object.entries(value)) {
    if (name === 'pattern' && typeof member === 'string') found.add(member)
    else patternsIn(member, found, seen)
  }
  return found
}

/** Texts that match nearly, and leave a pattern with many ways to divide them. */
function* longTexts(): Generator<string> {
  for (const start of ['', 'a', 'a@', 'a@a.', 'https://', '#', '0'])
    for (const unit of ['a', '.', '-', '@', '/', ':', '0', ' ', ',', '_', 'a.', 'a-'])
      for (const end of ['\n', '@', ' ']) yield start + unit.repeat(50_000 / unit.length) + end
}

// A pattern that takes quadratic time takes a minute for these texts, and others a fraction of a second.
test(
  'the patterns of requests take linear time, because they are also tried on texts that are too long',
  { timeout: 20_000 },
  async () => {
    const found = new Set<string>()
    for (const name of modules) patternsIn(await import(`./${name}`), found)
    expect(found.size).toBeGreaterThan(20)
    for (const pattern of found) {
      const compiled = new RegExp(pattern, 'u')
      for (const text of longTexts()) {
        compiled.test(text)
        // Lets the timeout end the test.
        await setImmediate()
      }
    }
  },
)
