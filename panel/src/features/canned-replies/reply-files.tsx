import { ActionIcon, Button, FileButton, Text } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { maxMediaPerMessage } from '@parley/client/connection/wire-values'
import type { Media, MediaTicket } from '@parley/protocol/media'
import { ApiProblem, problemFrom, problemText } from '../../api/api-problem.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { requestReplyUpload } from '../../queries/canned-reply-queries.ts'
import classes from './reply-files.module.css'

export interface ReplyFile {
  key: string
  name: string
  state: { name: 'uploading' } | { name: 'done'; id: string } | { name: 'failed'; error: unknown }
}

interface Files {
  list: readonly ReplyFile[]
  add: (files: File[]) => void
  remove: (key: string) => void
  /** Media ids in order; null while an upload is pending or failed. */
  ready: string[] | null
}

export const storedFiles = (media: readonly Media[]): ReplyFile[] =>
  media.map(({ id, name }) => ({ key: id, name, state: { name: 'done', id } }))

/** Files of a form that is closed: nothing follows their uploads any more. */
export const endedUploads = (files: readonly ReplyFile[]): ReplyFile[] =>
  files.map((file) =>
    file.state.name === 'uploading'
      ? { ...file, state: { name: 'failed', error: new ApiProblem('network') } }
      : file,
  )

/** Attachments of a reply in the form. */
export function useReplyFiles(organizationId: string, start: readonly ReplyFile[]): Files {
  const [list, setList] = useState(start)
  const settle = (key: string, state: ReplyFile['state']) =>
    setList((now) => now.map((file) => (file.key === key ? { ...file, state } : file)))

  const ids = list.flatMap(({ state }) => (state.name === 'done' ? [state.id] : []))
  return {
    list,
    add(files) {
      for (const file of files.slice(0, maxMediaPerMessage - list.length)) {
        const key = `${file.name} ${file.lastModified} ${Math.random()}`
        setList((now) => [...now, { key, name: file.name, state: { name: 'uploading' } }])
        requestReplyUpload(organizationId, file)
          .then((ticket) => put(ticket, file))
          .then(
            ({ id }) => settle(key, { name: 'done', id }),
            (error: unknown) => settle(key, { name: 'failed', error }),
          )
      }
    },
    remove: (key) => setList((now) => now.filter((file) => file.key !== key)),
    ready: ids.length === list.length ? ids : null,
  }
}

/** @throws ApiProblem */
async function put({ upload_url, ticket }: MediaTicket, file: File): Promise<Media> {
  const response = await fetch(upload_url, {
    method: 'PUT',
    headers: { 'parley-upload': ticket, 'content-type': 'application/octet-stream' },
    body: file,
  }).catch((cause: unknown) => {
    throw new ApiProblem('network', { cause })
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw problemFrom(response.status, body, response.headers.get('retry-after'))
  return body as Media
}

export function ReplyFiles({ files }: { files: Files }) {
  const t = useTexts()
  const texts = t.inbox.replies.page
  return (
    <div>
      <Text size="sm" fw={500}>
        {texts.files}
      </Text>
      <ul className={classes.list}>
        {files.list.map(({ key, name, state }) => (
          <li key={key} className={classes.file}>
            <IconPaperclip size={16} stroke={1.75} aria-hidden />
            <span className={classes.name} role={state.name === 'failed' ? 'alert' : undefined}>
              <bdi>{state.name === 'uploading' ? texts.uploading(name) : name}</bdi>
              {state.name === 'failed' && ` · ${problemText(t, state.error)}`}
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={texts.removeFile(name)}
              onClick={() => files.remove(key)}
            >
              <IconX size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <FileButton multiple onChange={files.add}>
        {(button) => (
          <Button
            variant="default"
            size="xs"
            disabled={files.list.length >= maxMediaPerMessage}
            leftSection={<IconPaperclip size={16} stroke={1.75} aria-hidden />}
            {...button}
          >
            {texts.attach}
          </Button>
        )}
      </FileButton>
    </div>
  )
}
