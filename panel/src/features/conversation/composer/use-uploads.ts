import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { CustomerFollow } from '@parley/client/session/customer-follow'
import type { Upload } from '@parley/client/sending/upload'
import type { Media } from '@parley/protocol/media'
import { channelCapabilities, type Channel } from '@parley/protocol/channel'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { useLocale } from '../../../i18n/use-locale.ts'
import { mediaLimitsQuery } from '../../../queries/conversation-queries.ts'
import { fileSize } from '../../../ui/file-labels.ts'
import { changeWindowDraft, onWindowDrafts, windowDraft, type WindowDraft } from '../drafts/window-drafts.ts'

export interface Uploads {
  list: readonly Upload[]
  /** File types for the file dialog. */
  accept: string
  add: (files: Iterable<File>) => void
  /** Adds files after their download; the draft is not ready before. `download` must not reject. */
  addLater: (download: (signal: AbortSignal) => Promise<readonly File[]>) => Promise<void>
  downloading: boolean
  cancelDownloads: () => void
  remove: (upload: Upload) => void
  /** Starts a failed upload again. */
  retry: (upload: Upload) => void
  clear: () => void
  /** Uploaded media; null while a file is missing or its upload has failed. */
  ready: readonly Media[] | null
  /** A download or an upload is in progress. */
  busy: boolean
}

/** Attachments of a draft. `draftId`: as in `readDraft`. */
export function useUploads(
  follow: CustomerFollow,
  draftId: string,
  { provider_id: providerId, channel }: { provider_id: string; channel: Channel },
): Uploads {
  const texts = useTexts().inbox.conversation.uploads
  const locale = useLocale()
  const { agent_id: agentId } = useMembership()
  const { embedded, maxAttachments, maxAttachmentBytes } = channelCapabilities[channel]
  const { data: limits } = useQuery({ ...mediaLimitsQuery(providerId), enabled: embedded })
  const maxBytes = Math.min(limits?.max_bytes ?? Infinity, maxAttachmentBytes ?? Infinity)
  const { uploads: list, fetching } = useSyncExternalStore(onWindowDrafts, () =>
    windowDraft(agentId, draftId),
  )
  const states = useUploadStates(list)

  const change = (update: (before: WindowDraft) => Partial<WindowDraft>) =>
    changeWindowDraft(agentId, draftId, update)

  const refuse = (message: string) => notifications.show({ color: 'red', message })

  const accepted = (before: readonly Upload[], files: Iterable<File>): readonly Upload[] => {
    const next = [...before]
    for (const file of files) {
      if (next.length >= maxAttachments) {
        refuse(texts.tooMany(maxAttachments))
        break
      }
      if (file.size === 0) refuse(texts.empty(file.name))
      else if (file.size > maxBytes) {
        refuse(texts.tooLarge(file.name, fileSize(maxBytes, locale)))
      } else next.push(follow.upload(file))
    }
    return next
  }

  const media = list.flatMap((upload) => {
    const state = upload.state.get()
    return state.name === 'done' ? [state.media] : []
  })
  return {
    list,
    accept: limits?.accept.join(',') ?? '',
    add: (files) => change(({ uploads }) => ({ uploads: accepted(uploads, files) })),
    async addLater(download) {
      const controller = new AbortController()
      change((before) => ({ fetching: [...before.fetching, controller] }))
      const files = await download(controller.signal).catch(() => [])
      if (controller.signal.aborted) return
      change((before) => ({
        uploads: accepted(before.uploads, files),
        fetching: before.fetching.filter((each) => each !== controller),
      }))
    },
    downloading: fetching.length > 0,
    cancelDownloads() {
      for (const download of fetching) download.abort()
      change(() => ({ fetching: [] }))
    },
    remove: (upload) => {
      upload.abort()
      change(({ uploads }) => ({ uploads: uploads.filter((each) => each !== upload) }))
    },
    // Not with `upload.retry`: the connection that it uses is closed once the agent has left the organization.
    retry: (failed) =>
      change(({ uploads }) => ({
        uploads: uploads.map((each) => (each === failed ? follow.upload(failed.file) : each)),
      })),
    clear: () => change(() => ({ uploads: [] })),
    ready: fetching.length === 0 && media.length === list.length ? media : null,
    busy: fetching.length > 0 || states.some((name) => name === 'queued' || name === 'uploading'),
  }
}

/** Subscribes to the states of several uploads. */
function useUploadStates(list: readonly Upload[]): string[] {
  const names = useSyncExternalStore(
    (listener) => {
      const stops = list.map(({ state }) => state.subscribe(listener))
      return () => stops.forEach((stop) => stop())
    },
    () => list.map(({ state }) => state.get().name).join(' '),
  )
  return names.split(' ')
}
