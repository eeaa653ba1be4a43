/** Options of a notification that stays until it is closed. It waits while three newer ones are shown, which close by themselves. */
export const permanentNotification = { autoClose: false, priority: -1 } as const
