import { Button } from '@mantine/core'
import { IconBolt, IconMapPinOff, IconPlugConnectedX } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiProblem, problemText } from '../api/api-problem.ts'
import { isReachable } from '../api/is-reachable.ts'
import { useIsInOrganization } from '../context/membership.tsx'
import { useTexts } from '../i18n/i18n.tsx'
import { EmptyState } from './empty-state.tsx'
import { useTitle } from './title.ts'

/** For unknown URLs and missing access. */
export function NotFoundPage() {
  const { states } = useTexts().shell
  const Container = useIsInOrganization() ? 'div' : 'main'
  useTitle(states.notFound)
  return (
    <Container>
      <EmptyState
        icon={IconMapPinOff}
        title={states.notFound}
        text={states.notFoundText}
        heading="h1"
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
            {states.toInbox}
          </Button>
        }
      />
    </Container>
  )
}

/** How often to check whether the service can be reached again (ms). */
const checkIntervalMs = 5_000

/** For a page that failed to load or to render. Loads again when the service can be reached. */
export function PageBroken({ error }: { error: unknown }) {
  const texts = useTexts()
  const router = useRouter()
  const { states } = texts.shell
  const Container = useIsInOrganization() ? 'div' : 'main'
  const known = error instanceof ApiProblem
  const isUnreachable = known && error.code === 'network'
  useTitle(known ? states.failed : states.broken)
  useEffect(() => {
    if (!isUnreachable) return undefined
    let isLeft = false
    // Loading the page at every attempt would replace this one, with its focus, and announce it again.
    const check = async () => {
      if ((await isReachable()) && !isLeft) await router.invalidate()
    }
    const retry = () => void check()
    const timer = setInterval(retry, checkIntervalMs)
    addEventListener('online', retry)
    return () => {
      isLeft = true
      clearInterval(timer)
      removeEventListener('online', retry)
    }
  }, [isUnreachable, router])
  return (
    <Container>
      <EmptyState
        icon={known ? IconPlugConnectedX : IconBolt}
        title={known ? states.failed : states.broken}
        text={known ? problemText(texts, error) : states.brokenText}
        heading="h1"
        urgent
        action={
          <Button
            variant="default"
            onClick={() => {
              if (known) void router.invalidate()
              else location.reload()
            }}
          >
            {known ? texts.actions.retry : states.reload}
          </Button>
        }
      />
    </Container>
  )
}
