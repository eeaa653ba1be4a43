import { useEffect } from 'react'

/** Refuses files dropped beside a drop zone: the browser would open them in place of the panel. */
export function useRefuseStrayFiles(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      const { dataTransfer: data } = event
      if (event.defaultPrevented || data === null || !data.types.includes('Files')) return
      // File inputs accept files themselves.
      if (event.target instanceof Element && event.target.matches('input[type=file]')) return
      event.preventDefault()
      data.dropEffect = 'none'
    }
    addEventListener('dragover', refuse)
    addEventListener('drop', refuse)
    return () => {
      removeEventListener('dragover', refuse)
      removeEventListener('drop', refuse)
    }
  }, [])
}
