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
    <Modal
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={texts.shell.unsaved.title}
      closeButtonProps={{ 'aria-label': texts.actions.close }}
    >
      <Text size="sm">{texts.shell.unsaved.text}</Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" color="red" onClick={() => blocker.proceed?.()}>
          {texts.shell.unsaved.leave}
        </Button>
        <Button data-autofocus onClick={() => blocker.reset?.()}>
          {texts.shell.unsaved.stay}
        </Button>
      </Group>
    </Modal>
  )
}
