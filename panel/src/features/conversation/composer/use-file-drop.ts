import { useRef, useState, type DragEvent } from 'react'

/** Takes files that are dragged over an element. @param onFiles null: nothing is taken at present */
export function useFileDrop(onFiles: ((files: Iterable<File>) => void) | null) {
  const [over, setOver] = useState(false)
  // Entering a child leaves its parent: only the sum of both tells whether the pointer is still inside.
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
