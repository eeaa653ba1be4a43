/** From the upgrade until a socket has connected (SPEC O4). */
export const handshakeTimeoutMs = 10_000
