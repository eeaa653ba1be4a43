import { useEffect, useState } from 'react'

/**
 * Whether new rows are announced by screen readers. Browsers report changes of a live region with the next frame, so this
 * becomes true only after the frame that shows the rows of the history.
 * @param complete no rows of the history are about to be added
 */
export function useAnnouncing(complete: boolean): boolean {
  const [announcing, setAnnouncing] = useState(false)
  if (announcing && !complete) setAnnouncing(false)

  useEffect(() => {
    if (!complete) return undefined
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setAnnouncing(true))
    })
    return () => cancelAnimationFrame(frame)
  }, [complete])
  return announcing && complete
}
