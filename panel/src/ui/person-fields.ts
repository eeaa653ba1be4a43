import type { Messages } from '../messages/en.ts'

/** Client-side checks; the service decides. Rules: protocol/src/agent.ts. */
export const isEmail = (value: string) => value.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)

export const minPasswordLength = 10

export const required = (texts: Messages) => (value: string) =>
  value.trim() === '' ? texts.entry.missing : null

export const email = (texts: Messages) => (value: string) =>
  isEmail(value.trim()) ? null : texts.entry.emailWrong

export const newPassword = (texts: Messages) => (value: string) =>
  value.length < minPasswordLength ? texts.problems.byCode.password_weak : null
