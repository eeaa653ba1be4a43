/** The public origin of the service, from the snippet: it may differ from the panel's. */
export function serviceOrigin(snippet: string, own: string): string {
  const source = /src="([^"]+)"/.exec(snippet)?.[1] ?? ''
  return URL.canParse(source) ? new URL(source).origin : own
}

/** Policy sources the widget needs: script, socket, images. */
export function contentSecurityPolicy(origin: string): string {
  const socket = origin.replace(/^http/, 'ws')
  return [
    `script-src ${origin}`,
    `connect-src ${origin} ${socket}`,
    `img-src ${origin} blob:`,
    `media-src ${origin} blob:`,
  ].join(';\n')
}
