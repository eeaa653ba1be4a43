/** The same rule as for sign-in: an address that sign-in rejects would lock its owner out. */
export const emailPattern = "^[\\w+-]+([.'][\\w+-]+)*@([A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}$"
export const maxEmailLength = 254
