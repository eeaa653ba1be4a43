import { Button } from '@mantine/core'
import { IconBolt, IconMapPinOff, IconPlugConnectedX } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { ApiProblem, problemText } from '../api/api-problem.ts'
import { useIsInFrame } from '../context/membership.tsx'
import { EmptyState } from './empty-state.tsx'
import { useTitle } from './title.ts'
import { useWords } from '../i18n/i18n.tsx'

/** For addresses that lead nowhere, and for what is not ours to see. */
export function NotFoundPage() {
  const { states } = useWords().shell
  const Place = useIsInFrame() ? 'div' : 'main'
  useTitle(states.notFound)
  return (
    <Place>
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
    </Place>
  )
}

/** For a page that could not be loaded, or threw while it was drawn. */
export function PageBroken({ error }: { error: unknown }) {
  const words = useWords()
  const router = useRouter()
  const { states } = words.shell
  const Place = useIsInFrame() ? 'div' : 'main'
  const known = error instanceof ApiProblem
  useTitle(known ? states.failed : states.broken)
  return (
    <Place>
      <EmptyState
        icon={known ? IconPlugConnectedX : IconBolt}
        title={known ? states.failed : states.broken}
        text={known ? problemText(words, error) : states.brokenText}
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
            {known ? words.actions.retry : states.reload}
          </Button>
        }
      />
    </Place>
  )
}
