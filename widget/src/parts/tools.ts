import question from './question.css?inline'
import tools from './tools/tools.css?inline'
import { receive, type Kit } from './kit.ts'
import { playChime } from './tools/chime.ts'
import { ClearQuestion } from './tools/clear-question.tsx'
import { EmojiPicker } from './tools/emoji-picker.tsx'
import { MenuPanel } from './tools/menu-panel.tsx'
import { Painted } from './tools/painted.tsx'
import { PictureViewer } from './tools/picture-viewer.tsx'
import { tellRefusal } from './tools/refusal.ts'
import { createTitleFlash } from './tools/title-flash.ts'
import { UploadChip } from './tools/upload-chip.tsx'

/** What a click opens: the menu and its question, the emoji, a picture over the page, files on their way; and what draws attention. */
export type Tools = ReturnType<typeof take>

export const css = question + tools

export function take(kit: Kit) {
  receive(kit)
  return {
    ClearQuestion,
    EmojiPicker,
    MenuPanel,
    Painted,
    PictureViewer,
    UploadChip,
    createTitleFlash,
    playChime,
    tellRefusal,
  }
}
