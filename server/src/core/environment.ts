import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { errorCode } from './error-code.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Reads variables and collects all problems, so that operators see them at once. */
export type EnvironmentReader = {
  problems: string[]
  refuse(problem: string): void
  /** The trimmed value, or the content of the file that `<name>_FILE` names; null when both are unset or empty. */
  text(name: string): string | null
  /** A whole number in a range; `unset` when there is none. */
  integer(name: string, range: { unset: number; min: number; max: number }): number
  oneOf<const Choice extends string>(name: string, choices: readonly Choice[], unset: Choice): Choice
  /** Returns a warning for every set variable with that prefix that was not read: mostly typos. */
  unread(prefix: string): string[]
  /** Every variable that was read, by name. */
  variables(): ReadVariable[]
}

export type ReadVariable = {
  name: string
  value: string | null
  /** The file that the value was read from. */
  file: string | null
}

export function environmentReader(env: Environment): EnvironmentReader {
  const problems: string[] = []
  const read = new Map<string, ReadVariable>()
  const refuse = (problem: string) => void problems.push(problem)
  const text = (name: string) => {
    const variable = read.get(name) ?? readVariable(env, name, refuse)
    read.set(name, variable)
    return variable.value
  }
  return {
    problems,
    refuse,
    text,
    integer(name, { unset, min, max }) {
      const value = text(name)
      if (value === null) return unset
      const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
      if (number >= min && number <= max) return number
      refuse(`${name} is "${value}". Use a whole number from ${min} to ${max}.`)
      return unset
    },
    oneOf(name, choices, unset) {
      const value = text(name)
      if (value === null) return unset
      const choice = choices.find((candidate) => candidate === value)
      if (choice === undefined) refuse(`${name} is "${value}". Use ${listed(choices)}.`)
      return choice ?? unset
    },
    unread(prefix) {
      const isKnown = (name: string) => read.has(name) || read.has(name.replace(/_FILE$/, ''))
      const unknown = Object.keys(env).filter((name) => name.startsWith(prefix) && !isKnown(name))
      return unknown.sort().map((name) => {
        const meant = [...read.keys()].find((known) => differsByOneOrTwo(name, known))
        return `${name} is set, but unknown to Parley.${meant === undefined ? '' : ` Did you mean ${meant}?`}`
      })
    },
    variables: () => [...read.values()].sort((left, right) => (left.name < right.name ? -1 : 1)),
  }
}

/** Container platforms provide secrets as files: `PARLEY_SECRET_FILE=/run/secrets/parley`. */
function readVariable(env: Environment, name: string, refuse: (problem: string) => void): ReadVariable {
  const value = env[name]?.trim() || null
  const file = env[`${name}_FILE`]?.trim() || null
  if (file === null) return { name, value, file }
  if (value !== null) {
    refuse(`${name} and ${name}_FILE are both set: remove one.`)
    return { name, value, file: null }
  }
  try {
    const content = readFileSync(file, 'utf8').trim()
    if (content === '') refuse(`${name}_FILE names ${file}, which is empty.`)
    return { name, value: content || null, file }
  } catch (error) {
    refuse(`${name}_FILE names ${file}, which cannot be read (${errorCode(error) ?? String(error)}).`)
    return { name, value: null, file }
  }
}

/** True for an IPv4 or IPv6 address, with or without a prefix length. */
export function isNetwork(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (family === 4 ? 32 : 128))
}

function listed(choices: readonly string[]): string {
  return `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
}

/** Whether two names are at most two single-character edits apart (Levenshtein). */
function differsByOneOrTwo(left: string, right: string): boolean {
  let row = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let index = 0; index < left.length; index++) {
    const next = [index + 1]
    for (let column = 1; column <= right.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (left[index] === right[column - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return (row[right.length] ?? Infinity) <= 2
}
