import { useEffect, useRef, useState } from 'react'
import type { IceServer } from '@parley/protocol/call'
import { targetsOf, tryServer, type IceResult, type IceTarget } from './ice-test.ts'
import { tryRelay, type LoopResult } from './relay-loop.ts'

export interface Tried {
  target: IceTarget
  /** null: test in progress. */
  result: IceResult | null
}

/** `relay` null: not known yet. */
export type TestRun =
  | { name: 'idle' }
  | { name: 'failed'; error: unknown }
  | { name: 'running' | 'done'; tried: readonly Tried[]; relay: LoopResult | null }

/** Tests all servers in parallel, then the round trip through the relay. Aborted on unmount and by the next run. */
export function useConnectionTest() {
  const [run, setRun] = useState<TestRun>({ name: 'idle' })
  const current = useRef<AbortController>(null)
  useEffect(() => () => current.current?.abort(), [])

  async function start(servers: readonly IceServer[]): Promise<void> {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    const { signal } = controller
    try {
      await test(servers, signal)
    } catch (error) {
      if (signal.aborted) return
      // Later results of other servers must not show the test as running again.
      controller.abort()
      setRun({ name: 'failed', error })
    }
  }

  async function test(servers: readonly IceServer[], signal: AbortSignal): Promise<void> {
    const tried: Tried[] = targetsOf(servers).map((target) => ({ target, result: null }))
    const show = (name: 'running' | 'done', relay: LoopResult | null) => {
      if (!signal.aborted) setRun({ name, tried: [...tried], relay })
    }
    show('running', null)
    await Promise.all(
      tried.map(async ({ target }, index) => {
        const result = await tryServer(target, signal)
        tried[index] = { target, result }
        show('running', null)
      }),
    )
    const reached = tried.some(({ target, result }) => target.kind === 'turn' && result?.name === 'works')
    show('done', reached ? await tryRelay(servers, signal) : { name: 'skipped' })
  }

  return { run, start }
}
