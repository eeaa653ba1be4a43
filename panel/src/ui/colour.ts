/** `#rrggbb`. */
export const isColour = (value: string) => /^#[0-9a-fA-F]{6}$/.test(value)
