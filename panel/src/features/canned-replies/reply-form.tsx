import {
  Button,
  Checkbox,
  Group,
  Modal,
  NativeSelect,
  Radio,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CannedReply, ReplyAction, ReplyVisibility } from '@parley/protocol/canned-reply'
import { replyVariables, unknownVariable } from '@parley/protocol/canned-reply-variables'
import { maxMessageLength } from '@parley/client/connection/wire-values'
import { ApiProblem, problemText } from '../../api/api-problem.ts'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import type { Messages } from '../../messages/en.ts'
import {
  cannedRepliesQuery,
  changeCannedReply,
  createCannedReply,
} from '../../queries/canned-reply-queries.ts'
import { ReplyFiles, useReplyFiles } from './reply-files.tsx'

/** As the protocol's `shortcutPattern`, whose module would bring its schemas. */
const shortcutForm = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]{0,39}$/u
const actionTypes: readonly ReplyAction['type'][] = ['assign_to_me', 'close']

/** Creates a reply, or edits one. */
export function ReplyForm({ reply, onClose }: { reply: CannedReply | null; onClose: () => void }) {
  const t = useTexts()
  const texts = t.inbox.replies
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const [shortcut, setShortcut] = useState(reply?.shortcut ?? '')
  const [content, setContent] = useState(reply?.content ?? '')
  const [visibility, setVisibility] = useState<ReplyVisibility['type']>(
    reply?.visibility.type ?? 'organization',
  )
  const [actions, setActions] = useState<ReplyAction['type'][]>(reply?.actions.map(({ type }) => type) ?? [])
  const files = useReplyFiles(organization.id, reply?.media ?? [])
  const [tried, setTried] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)

  const word = shortcut.trim().replace(/^\//, '').normalize('NFC')
  const unknown = unknownVariable(content)
  const shortcutProblem = shortcutForm.test(word) ? null : texts.page.shortcutInvalid
  const isEmpty = content.trim() === '' && files.list.length === 0
  const contentProblem =
    unknown === null ? (tried && isEmpty ? texts.page.contentMissing : null) : texts.page.unknown(unknown)

  const saving = useMutation({
    mutationFn: (mediaIds: string[]) => {
      const input = {
        shortcut: word,
        content,
        visibility: { type: visibility },
        actions: actions.map((type) => ({ type })),
        media_ids: mediaIds,
      }
      return reply === null
        ? createCannedReply(organization.id, input)
        : changeCannedReply(organization.id, reply.id, input)
    },
    onSuccess: async (saved) => {
      await queryClient.invalidateQueries({ queryKey: cannedRepliesQuery(organization.id).queryKey })
      notifications.show({ message: texts.page.saved(saved.shortcut) })
      onClose()
    },
  })

  const insert = (variable: string) => {
    const at = field.current?.selectionStart ?? content.length
    const text = `{{${variable}}}`
    setContent(content.slice(0, at) + text + content.slice(field.current?.selectionEnd ?? at))
    requestAnimationFrame(() => {
      field.current?.focus()
      // Before the closing braces, where a fallback goes.
      field.current?.setSelectionRange(at + text.length - 2, at + text.length - 2)
    })
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={reply === null ? texts.page.createTitle : texts.page.editTitle}
      size="lg"
      // A click outside must not discard changes.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t.actions.close }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (shortcutProblem === null && !isEmpty && unknown === null && files.ready !== null)
            saving.mutate(files.ready)
        }}
      >
        <Stack gap="md">
          <TextInput
            label={texts.page.shortcut}
            description={texts.page.shortcutHint}
            leftSection="/"
            maxLength={41}
            autoComplete="off"
            spellCheck={false}
            value={shortcut}
            onChange={(event) => setShortcut(event.currentTarget.value)}
            error={tried ? shortcutProblem : null}
            data-autofocus
          />
          <Textarea
            ref={field}
            label={texts.page.content}
            description={texts.page.fallbackHint}
            autosize
            minRows={4}
            maxRows={12}
            maxLength={maxMessageLength}
            dir={content === '' ? undefined : 'auto'}
            value={content}
            onChange={(event) => setContent(event.currentTarget.value)}
            error={contentProblem}
          />
          <NativeSelect
            label={texts.page.insertVariable}
            data={[
              { value: '', label: '{{…}}' },
              ...replyVariables.map((value) => ({ value, label: texts.page.variables[value] })),
            ]}
            value=""
            onChange={({ currentTarget: { value } }) => value !== '' && insert(value)}
          />
          <Radio.Group
            label={texts.page.visibility}
            value={visibility}
            onChange={(type) => setVisibility(type === 'personal' ? 'personal' : 'organization')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="organization" label={texts.page.visibilities.organization} />
              <Radio value="personal" label={texts.page.visibilities.personal} />
            </Stack>
          </Radio.Group>
          <Checkbox.Group
            label={texts.page.actions}
            value={actions}
            onChange={(chosen) => setActions(actionTypes.filter((type) => chosen.includes(type)))}
          >
            <Stack gap="xs" mt="xs">
              {actionTypes.map((type) => (
                <Checkbox key={type} value={type} label={texts.actions[type]} />
              ))}
            </Stack>
          </Checkbox.Group>
          <ReplyFiles files={files} />
          {saving.error !== null && <p role="alert">{replyProblem(t, saving.error)}</p>}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t.actions.cancel}
            </Button>
            <Button type="submit" loading={saving.isPending} disabled={files.ready === null}>
              {texts.page.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function replyProblem(texts: Messages, error: unknown): string {
  const own: Partial<Record<string, string>> = texts.inbox.replies.page.problems
  return own[error instanceof ApiProblem ? error.code : ''] ?? problemText(texts, error)
}
