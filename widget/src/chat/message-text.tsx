import { isEmojiOnly, linkParts } from './links.ts'

/** What somebody wrote: text is only ever text, and web addresses in it can be clicked. */
export function MessageText({ text }: { text: string }) {
  return (
    <p class={isEmojiOnly(text) ? 'text emoji-only' : 'text'} dir="auto">
      {linkParts(text).map(({ at, text, href }) =>
        href ? (
          <a key={at} href={href} target="_blank" rel="noopener noreferrer">
            {text}
          </a>
        ) : (
          text
        ),
      )}
    </p>
  )
}
