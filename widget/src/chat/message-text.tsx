import { useTools } from './chat-context.ts'

/** Message text is shown as text. Web addresses become links once the code for it is loaded. */
export function MessageText({ text }: { text: string }) {
  const hasLinks = /https?:|www\./i.test(text)
  const tools = useTools(hasLinks)
  return (
    <p class={isEmojiOnly(text) ? 'text emoji-only' : 'text'} dir="auto">
      {hasLinks && tools ? <tools.LinkedText text={text} /> : text}
    </p>
  )
}

/** A few emoji and nothing else: such a message is shown large. */
export const isEmojiOnly = (text: string) => text.length <= 14 && emojiOnly.test(text)

const emojiOnly = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f)+$/u
