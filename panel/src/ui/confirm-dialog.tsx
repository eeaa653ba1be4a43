import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { problemText } from '../api/api-problem.ts'
import { useTexts } from '../i18n/i18n.tsx'
import { Modal } from './modal.tsx'

type Question = {
  opened: boolean
  title: string
  text: ReactNode
  /** Label of the confirm button, a verb. */
  action: string
  onConfirm: () => void
  onCancel: () => void
  busy?: boolean
  error?: unknown
  /** The action is not destructive. */
  harmless?: boolean
}

/** Confirmation before an irreversible or far-reaching action. Cancel has the focus. */
export function ConfirmDialog(props: Question & { children?: ReactNode; blocked?: boolean }) {
  const texts = useTexts()
  return (
    <Modal
      opened={props.opened}
      onClose={props.onCancel}
      title={props.title}
      closeButtonProps={{ 'aria-label': texts.actions.close }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          props.onConfirm()
        }}
      >
        <Text size="sm">{props.text}</Text>
        {props.children}
        {props.error == null ? null : (
          <Text size="sm" c="red" mt="sm" role="alert">
            {problemText(texts, props.error)}
          </Text>
        )}
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button
            variant="default"
            onClick={props.onCancel}
            {...(props.children === undefined ? { 'data-autofocus': true } : {})}
          >
            {texts.actions.cancel}
          </Button>
          <Button
            type="submit"
            color={props.harmless === true ? 'brand' : 'red'}
            loading={props.busy === true}
            disabled={props.blocked === true}
          >
            {props.action}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

/** Confirmation by typing a name. */
export function ConfirmByNameDialog(props: Question & { name: string }) {
  const texts = useTexts()
  const [typed, setTyped] = useState('')
  const { name, ...question } = props
  const same = typed.trim() === name.trim()
  return (
    <ConfirmDialog
      {...question}
      blocked={!same}
      onConfirm={() => {
        if (same) props.onConfirm()
      }}
      onCancel={() => {
        setTyped('')
        props.onCancel()
      }}
    >
      <TextInput
        mt="md"
        label={texts.shell.confirm.typeName(name)}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
    </ConfirmDialog>
  )
}
