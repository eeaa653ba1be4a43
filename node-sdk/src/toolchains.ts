import { spawnSync } from 'node:child_process'
import { test } from 'vitest'

const works = (command: string, args: string[]): boolean => spawnSync(command, args).status === 0

/**
 * Registers a test that needs another language only if `command` succeeds with `args`, so every listed test has really run.
 * docs/login.md and docs/webhooks.md name the languages.
 */
export function testWith(
  command: string,
  args: string[],
  title: string,
  run: () => void | Promise<void>,
  timeoutMs = 60_000,
): void {
  if (works(command, args)) test(title, run, timeoutMs)
}
