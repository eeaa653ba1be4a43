/** Why the service refuses the chat on this page. */
export function explainRefusal(code: string): string {
  const allowed =
    code === 'origin_not_allowed'
      ? ' The panel has the allowed origins under Settings > Widgets > Installation.'
      : ''
  return `The service refuses ${location.origin}: ${code}.${allowed}`
}
