import { useRef, useState, type DragEvent } from 'react'

/**
 * Accepts files dragged over an element.
 * @param onFiles null: not accepted
 */
export function useFileDrop(onFiles: ((files: Iterable<File>) => void) | null) {
  const [over, setOver] = useState(false)
  // Entering a child fires leave on its parent: count both to know whether the pointer is inside.
  const depth = useRef(0)
  const hasFiles = (event: DragEvent) => onFiles !== null && event.dataTransfer.types.includes('Files')

  const handlers = {
    onDragEnter: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      depth.current += 1
      setOver(true)
    },
    onDragOver: (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    },
    onDragLeave: (event: DragEvent) => {
      if (!hasFiles(event)) return
      depth.current -= 1
      if (depth.current <= 0) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      depth.current = 0
      setOver(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      onFiles?.(event.dataTransfer.files)
    },
  }
  return { over: over && onFiles !== null, handlers }
}
