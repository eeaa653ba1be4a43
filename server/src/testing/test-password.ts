import { createHash } from 'node:crypto'
import type { PasswordHashing } from '../features/agents/sign-in.ts'

const digest = (password: string) => createHash('sha256').update(password).digest('hex')

/** Replaces scrypt, which takes 50 ms for each created agent and each sign-in. */
export const testPasswordHashing: PasswordHashing = {
  hash: async (password) => digest(password),
  verify: async ({ password, hash }) => digest(password) === hash,
}
