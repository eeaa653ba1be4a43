import { Button, Group, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTexts } from '../i18n/i18n.tsx'
import { guardUnsavedWork } from '../navigation/unsaved-work.ts'
import { isSame } from './draft.ts'
import { Modal } from './modal.tsx'

/**
 * Asks before unsaved changes are left: by link, back or closing the tab.
 *
 * @param kind `shownOnce`: what has not been copied yet
 * @param of a page stays with other search parameters; a dialog belongs to what is under it
 * @param stays once it is saved, because it shows the result
 */
export function UnsavedGuard({
  dirty,
  kind = 'changes',
  of = 'page',
  stays = false,
}: {
  dirty: boolean
  kind?: 'changes' | 'shownOnce'
  of?: 'page' | 'dialog'
  stays?: boolean
}) {
  const texts = useTexts()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      dirty &&
      (current.pathname !== next.pathname || (of === 'dialog' && !isSame(current.search, next.search))),
    // Sign-out needs to know of it too.
    enableBeforeUnload: false,
    disabled: !dirty,
    withResolver: true,
  })
  useEffect(() => (dirty ? guardUnsavedWork(kind) : undefined), [dirty, kind])
  const { status, proceed, reset } = blocker
  // Saved while the question was open.
  useEffect(() => {
    if (dirty || status !== 'blocked') return
    if (stays) reset()
    else proceed()
  }, [dirty, status, stays, proceed, reset])
  // A dialog closes when it is saved: the navigation that was asked about goes on. The latest one, because a second Back replaces the first.
  const latestProceed = useRef<() => void>(undefined)
  useEffect(() => {
    latestProceed.current = status === 'blocked' ? proceed : undefined
  }, [status, proceed])
  useEffect(() => () => latestProceed.current?.(), [])
  return (
    <UnsavedQuestion
      id={kind === 'changes' ? 'unsaved-page' : 'shown-once'}
      opened={status === 'blocked'}
      {...(kind === 'changes' ? texts.shell.unsaved : texts.shell.shownOnce)}
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
