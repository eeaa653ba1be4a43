import { Button, Group, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTexts } from '../i18n/i18n.tsx'
import { guardUnsavedWork } from '../navigation/unsaved-work.ts'
import { Modal } from './modal.tsx'

/** Asks before leaving a page with unsaved changes: by link, back or closing the tab. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const texts = useTexts()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    // Sign-out needs to know of it too.
    enableBeforeUnload: false,
    disabled: !dirty,
    withResolver: true,
  })
  useEffect(() => (dirty ? guardUnsavedWork() : undefined), [dirty])
  const { status, proceed } = blocker
  // Saved while the question was open.
  useEffect(() => {
    if (!dirty && status === 'blocked') proceed()
  }, [dirty, status, proceed])
  return (
    <UnsavedQuestion
      id="unsaved-page"
      opened={status === 'blocked'}
      {...texts.shell.unsaved}
      onLeave={() => blocker.proceed?.()}
      onStay={() => blocker.reset?.()}
    />
  )
}

export function UnsavedQuestion(props: {
  /** In a ModalStack. */
  id: string
  opened: boolean
  title: string
  text: string
  leave: string
  stay: string
  onLeave: () => void
  onStay: () => void
}) {
  const { actions } = useTexts()
  return (
    <Modal
      stackId={props.id}
      opened={props.opened}
      onClose={props.onStay}
      title={props.title}
      closeButtonProps={{ 'aria-label': actions.close }}
    >
      <Text size="sm">{props.text}</Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" color="red" onClick={props.onLeave}>
          {props.leave}
        </Button>
        <Button data-autofocus onClick={props.onStay}>
          {props.stay}
        </Button>
      </Group>
    </Modal>
  )
}
