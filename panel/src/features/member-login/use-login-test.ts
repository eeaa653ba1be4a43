import { useEffect, useRef, useState } from 'react'
import type { SocialProvider } from '@parley/protocol/customer'
import type { LoginMessage, LoginTestMessage } from '@parley/protocol/social-login'
import { useStartLoginTest } from './member-login-queries.ts'

export type LoginTestState =
  | { name: 'idle' | 'waiting' | 'blocked' | 'closed' }
  | { name: 'answered'; message: LoginTestMessage | (LoginMessage & { error: string }) }
  | { name: 'failed'; error: unknown }

/** A popup may be seen as closed before its message arrives (ms). */
const closeGraceMs = 700

/** Opens the service in a popup and waits for its message to this page. */
export function useLoginTest(providerId: string, social: SocialProvider) {
  const begin = useStartLoginTest(providerId)
  const [state, setState] = useState<LoginTestState>({ name: 'idle' })
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])

  function listen(popup: Window): void {
    const finish = (result: LoginTestState) => {
      stop.current?.()
      setState(result)
    }
    const onMessage = ({ data, origin, source }: MessageEvent<unknown>) => {
      if (origin !== location.origin || source !== popup || !isAnswer(data)) return
      popup.close()
      finish({ name: 'answered', message: data })
    }
    let seenClosed = 0
    const watch = setInterval(() => {
      if (!popup.closed) return
      seenClosed += 100
      if (seenClosed >= closeGraceMs) finish({ name: 'closed' })
    }, 100)
    addEventListener('message', onMessage)
    stop.current = () => {
      clearInterval(watch)
      removeEventListener('message', onMessage)
      stop.current = null
    }
  }

  return {
    state,
    async start(): Promise<void> {
      stop.current?.()
      // Must open synchronously in the click, or the browser blocks it.
      const popup = window.open('about:blank', 'parley-login-test', 'popup,width=480,height=700')
      if (!popup) return setState({ name: 'blocked' })
      setState({ name: 'waiting' })
      try {
        const { url } = await begin(social)
        listen(popup)
        popup.location.replace(url)
      } catch (error) {
        popup.close()
        setState({ name: 'failed', error })
      }
    },
  }
}

function isAnswer(data: unknown): data is LoginTestMessage | (LoginMessage & { error: string }) {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false
  return data.type === 'parley.login-test' || (data.type === 'parley.login' && 'error' in data)
}
