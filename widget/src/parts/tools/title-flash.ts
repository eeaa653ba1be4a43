/** How long each of the two titles is shown. Timers of hidden tabs run at most once a second. */
const intervalMs = 1_500

export interface TitleFlash {
  /** 0 restores the page's title. */
  show(unread: number, text: string): void
}

/**
 * Shows unread messages in the tab's title: the number before the page's title, in a hidden tab alternating with the
 * text. If the page changes its title meanwhile (single-page applications), the last one is restored.
 */
export function createTitleFlash(): TitleFlash {
  let original: string | null = null
  let ours = ''
  let timer: ReturnType<typeof setInterval> | undefined

  function set(title: (page: string) => string): void {
    if (original === null || document.title !== ours) original = document.title
    ours = title(original)
    document.title = ours
    ours = document.title
  }

  return {
    show(unread, text) {
      clearInterval(timer)
      if (!unread) {
        if (original !== null && document.title === ours) document.title = original
        original = null
        return
      }
      let turns = 0
      const next = () => set((page) => (document.hidden && turns++ % 2 ? text : `(${unread}) ${page}`))
      next()
      timer = setInterval(next, intervalMs)
    },
  }
}
