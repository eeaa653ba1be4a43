const numbersPerSecond = 1_000_000

/** By the time of the server, then by its number: numbers restart when a mailbox is rebuilt. */
export const positionOf = ({ receivedAt, uid }: { receivedAt: number; uid: number }): number =>
  Math.floor(receivedAt / 1000) * numbersPerSecond + (uid % numbersPerSecond)

/** When the server received the mail, in whole seconds. The sender cannot choose it, unlike the Date header. */
export const arrivalOf = (position: number): number => Math.floor(position / numbersPerSecond) * 1000
