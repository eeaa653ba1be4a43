import { m } from './messages/keys.ts'
import { useToolsMessages } from './tools-messages.ts'

/** Covers the window while files are dragged over it. The window itself handles the drop. */
export function DropZone() {
  const t = useToolsMessages()
  return t && <div class="drop-zone">{t(m.dropFiles)}</div>
}
