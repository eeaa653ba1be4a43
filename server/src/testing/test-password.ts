import { createHash } from 'node:crypto'
import type { PasswordHashing } from '../core/password-hashing.ts'

const digest = (password: string) => createHash('sha256').update(password).digest('hex')

/** Replaces scrypt, which takes 50 ms for each created agent and each sign-in. */
export const testPasswordHashing: PasswordHashing = {
  hash: async (password) => digest(password),
  verify: async ({ password, hash }) => digest(password) === hash,
}
