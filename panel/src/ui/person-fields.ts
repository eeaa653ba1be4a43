import type { Messages } from '../messages/en.ts'

/** What the browser can tell before the service is asked; the service decides. The rules are protocol/src/agent.ts. */
export const isEmail = (value: string) => value.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)

export const minPasswordLength = 10

export const required = (words: Messages) => (value: string) =>
  value.trim() === '' ? words.entry.missing : null

export const email = (words: Messages) => (value: string) =>
  isEmail(value.trim()) ? null : words.entry.emailWrong

export const newPassword = (words: Messages) => (value: string) =>
  value.length < minPasswordLength ? words.problems.byCode.password_weak : null
