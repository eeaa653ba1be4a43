import { linkParts } from './links.ts'

/** Text with clickable web addresses. */
export const LinkedText = ({ text }: { text: string }) => (
  <>
    {linkParts(text).map(({ at, text, href }) =>
      href ? (
        <a key={at} href={href} target="_blank" rel="noopener noreferrer">
          {text}
        </a>
      ) : (
        text
      ),
    )}
  </>
)
