import { emailPattern, maxEmailLength } from '@parley/protocol/email-pattern'
import type { Messages } from '../messages/en.ts'

const emailForm = new RegExp(emailPattern, 'u')

/** Client-side checks; the service decides. Rules: protocol/src/agent.ts. */
export const isEmail = (value: string) => value.length <= maxEmailLength && emailForm.test(value)

export const minPasswordLength = 10

export const required = (texts: Messages) => (value: string) =>
  value.trim() === '' ? texts.entry.missing : null

export const email = (texts: Messages) => (value: string) =>
  isEmail(value.trim()) ? null : texts.entry.emailWrong

export const newPassword = (texts: Messages) => (value: string) =>
  value.length < minPasswordLength ? texts.problems.byCode.password_weak : null
