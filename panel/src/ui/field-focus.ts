const fields = 'input:not([type=checkbox]), textarea, select, [contenteditable]'

/** Whether a field has the focus. Checkboxes are not typed into. */
export const isFieldFocused = (): boolean => document.activeElement?.matches(fields) === true
