/** Read by the page's script (widget/src/mini). */
interface MiniPageSettings {
  /** Where the script signs in: `/v1/public/mini-apps/<app>/token`. */
  app: string
  /** null: switched off. */
  widget: string | null
  username: string | null
}

/** The page is empty: `mini.js` shows the chat, or why there is none. */
export const miniPage = (settings: MiniPageSettings): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>Chat</title>
<script type="application/json" id="mini">${JSON.stringify(settings).replaceAll('<', String.raw`\u003c`)}</script>
<script type="module" src="/mini.js"></script>
</head>
<body></body>
</html>
`

/** Telegram Web shows mini apps in a frame; the apps load them as a page of their own. */
const frames = 'https://web.telegram.org'

/**
 * No script of the platform runs here, and none inline: the address of the page holds the sign-in. Attachments and avatars come
 * from the service, from its storage, or from where members' pictures are.
 */
export function miniPageHeaders(baseUrl: string): Record<string, string> {
  const socket = baseUrl.replace(/^http/, 'ws')
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `connect-src 'self' ${baseUrl} ${socket}`,
    `img-src 'self' ${baseUrl} data: blob: https:`,
    `media-src 'self' ${baseUrl} blob:`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frames}`,
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'permissions-policy': 'microphone=(self), camera=(self), geolocation=(), payment=(), usb=()',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  }
}
