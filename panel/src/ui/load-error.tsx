import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { ApiProblem, problemText } from '../api/api-problem.ts'
import { useTexts } from '../i18n/i18n.tsx'
import { EmptyState } from './empty-state.tsx'

/** Error with a retry button, for content that failed to load. What does not exist cannot be loaded again. */
export function LoadError(props: {
  error: unknown
  retry: () => void
  heading?: 'h1' | 'h2' | 'p'
  /** Announced elsewhere. */
  quiet?: boolean
}) {
  const texts = useTexts()
  const isNotFound = props.error instanceof ApiProblem && props.error.code === 'not_found'
  return (
    <EmptyState
      icon={IconPlugConnectedX}
      title={texts.shell.states.failed}
      text={problemText(texts, props.error)}
      heading={props.heading ?? 'p'}
      urgent={props.quiet !== true}
      action={
        isNotFound ? undefined : (
          <Button variant="default" onClick={props.retry}>
            {texts.actions.retry}
          </Button>
        )
      }
    />
  )
}
