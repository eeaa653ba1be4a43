/** A value kept in this tab across pages. Without storage, nothing is kept. */
export interface SessionValue {
  get: () => string | null
  set: (value: string | null) => void
}

const sessionValue = (name: string): SessionValue => ({
  get() {
    try {
      return sessionStorage.getItem(name)
    } catch {
      return null
    }
  },
  set(value) {
    try {
      if (value === null) sessionStorage.removeItem(name)
      else sessionStorage.setItem(name, value)
    } catch {
      // The next page asks instead.
    }
  },
})

/** The call that runs in this tab. The next page in the tab resumes it automatically; other tabs ask first. */
export const savedCall = sessionValue('parley.call')

/** The call in which this side is muted, so that a reload does not unmute it. */
export const savedMute = sessionValue('parley.mute')

/** The private talk in which this agent is muted. */
export const savedTalkMute = sessionValue('parley.mute-talk')
