/** Whether a key belongs to an IME. Safari ends a composition before its last `keydown`, which still has the code 229. */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === 229
