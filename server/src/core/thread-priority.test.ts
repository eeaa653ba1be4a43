import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const thisModule = fileURLToPath(new URL('thread-priority.ts', import.meta.url))

/** Names and nice values of the threads of a Node process that ran this code. Its priority is that much lower than ours. */
function threadsAfter(code: string, lower = 0): [name: string, nice: number][] {
  const program = `
    import { readdirSync, readFileSync } from 'node:fs'
    import { lowerHelperThreads, lowerOwnThread } from ${JSON.stringify(thisModule)}
    ${code}
    const threads = readdirSync('/proc/self/task').map((id) => {
      const [, name, rest] = /\\((.*)\\) (.*)/.exec(readFileSync('/proc/self/task/' + id + '/stat', 'utf8'))
      return [name, Number(rest.split(' ')[16])]
    })
    console.log(JSON.stringify(threads))`
  const node = [process.execPath, '--input-type=module', '--eval', program]
  const printed = execFileSync('nice', ['-n', String(lower), ...node], { encoding: 'utf8' })
  return JSON.parse(printed) as [string, number][]
}

// Other systems have no priorities of single threads.
const onLinux = test.runIf(process.platform === 'linux')

onLinux('only the threads that collect garbage and compile get a lower priority', () => {
  const own = threadsAfter('')
  const lowered = threadsAfter('lowerHelperThreads(7)')
  const isHelper = (name: string) => name.startsWith('V8Worker')
  const before = own[0]?.[1]
  expect(lowered.filter(([name]) => isHelper(name)).length).toBeGreaterThan(0)
  expect(lowered.filter(([name, nice]) => nice !== (isHelper(name) ? 7 : before))).toEqual([])
})

onLinux('a process with a lower priority keeps that of its threads', () => {
  const threads = threadsAfter('lowerHelperThreads(5)', 7)
  expect(new Set(threads.map(([, nice]) => nice)).size).toBe(1)
})

onLinux('a thread can lower its own priority', () => {
  const [main, ...others] = threadsAfter('lowerOwnThread(7)')
  expect(main?.[1]).toBe(7)
  expect(others.filter(([, nice]) => nice === 7)).toEqual([])
})
