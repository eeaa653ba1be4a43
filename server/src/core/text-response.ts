import Type from 'typebox'

/** The schema of a response that is not JSON. */
const text = <T extends string>(type: T) =>
  ({ content: { [type]: { schema: Type.String() } } }) as { content: Record<T, { schema: Type.TString }> }

export const htmlPage = text('text/html')
export const csvFile = text('text/csv')
/** Of routes behind a signed link: the page, and what it says if the link is not ours or no longer valid. */
export const linkPages = { 200: htmlPage, 403: htmlPage, 410: htmlPage }
