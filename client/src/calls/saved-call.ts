/** A value kept in this tab across pages. Without storage, nothing is kept. */
export interface SessionValue {
  get: () => string | null
  /** Nothing is kept for null and undefined. */
  set: (value: string | null | undefined) => void
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
      if (value) sessionStorage.setItem(name, value)
      else sessionStorage.removeItem(name)
    } catch {
      // The next page asks instead.
    }
  },
})

/**
 * The call that runs in this tab, followed by the ids with which this tab has joined it. The next page in the tab resumes
 * it automatically; other tabs ask first.
 */
export const savedCall = sessionValue('parley.call')

export const savedCallId = () => savedCall.get()?.slice(0, 36)

/**
 * Whether the call, now with this `peer`, runs in this tab; `peer` is null until the first join (SPEC C10). The id alone
 * is saved by an accept of a transfer and by earlier versions.
 */
export const runsHere = (id: string, peer: string | null) =>
  savedCall.get() === id || savedCall.get()?.includes(peer ?? id)

/** The call in which this side is muted, so that a reload does not unmute it. */
export const savedMute = sessionValue('parley.mute')

/** The private talk in which this agent is muted. */
export const savedTalkMute = sessionValue('parley.mute-talk')

/** Saves the call under this id, which the server chooses only after the start. A muted one stays muted. */
export function saveCall(id: string, peers: string): void {
  const isMuted = savedMute.get() === savedCallId()
  savedCall.set(id + peers)
  if (isMuted) savedMute.set(id)
}
