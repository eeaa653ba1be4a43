import { spawnSync } from 'node:child_process'
import { test } from 'vitest'

const works = (command: string, args: string[]): boolean => spawnSync(command, args).status === 0

/**
 * For a test that runs another language: it stands in the list only on a machine whose `command` succeeds with `args`, so that what
 * is listed has run. The others are those that docs/login.md and docs/webhooks.md name.
 */
export function testWith(
  command: string,
  args: string[],
  title: string,
  run: () => void | Promise<void>,
): void {
  if (works(command, args)) test(title, run, 60_000)
}
