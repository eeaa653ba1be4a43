/** How long each of the two titles stands (ms). A hidden tab's timers run once a second at most. */
const turn = 1_500

export interface TitleFlash {
  /** 0 gives the page its title back. */
  show(unread: number, words: string): void
}

/**
 * The tab's title while messages wait: the number before the page's own title, in a hidden tab in turns with
 * the words. The page may change its title meanwhile (single-page applications do): what it sets last is what
 * it gets back.
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
    show(unread, words) {
      clearInterval(timer)
      if (!unread) {
        if (original !== null && document.title === ours) document.title = original
        original = null
        return
      }
      let turns = 0
      const next = () => set((page) => (document.hidden && turns++ % 2 ? words : `(${unread}) ${page}`))
      next()
      timer = setInterval(next, turn)
    },
  }
}
