import { notifications } from '@mantine/notifications'
import type { MouseEvent } from 'react'
import type { CustomerFollow } from '@parley/client/session/customer-follow'
import type { Media } from '@parley/protocol/media'
import { useTexts } from '../../../i18n/i18n.tsx'
import { linkExpired } from '../../../ui/file-labels.ts'
import { codeText } from '../conversation-problem.ts'

/** Requests new links for attachments whose links have expired, and reports a failure. */
export function useLinkRenewal(refreshLinks: CustomerFollow['refreshLinks']) {
  const texts = useTexts()

  const renewed = async ({ id }: Media): Promise<Media | undefined> => {
    const result = await refreshLinks([id])
    const fresh = result.ok ? result.value.media[0] : undefined
    if (fresh === undefined) {
      const message = result.ok ? texts.problems.byCode.not_found : codeText(texts, result.code)
      notifications.show({ color: 'red', message })
    }
    return fresh
  }
  return {
    renewIfExpired(media: Media): void {
      if (linkExpired(media.url)) void renewed(media)
    },
    /** For the click on a download link. */
    downloadFresh(event: MouseEvent, media: Media): void {
      if (!linkExpired(media.url)) return
      event.preventDefault()
      void renewed(media).then((fresh) => fresh && download(fresh))
    },
  }
}

function download({ url, name }: Media): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
